# hsail-as
