# hsail-fin
