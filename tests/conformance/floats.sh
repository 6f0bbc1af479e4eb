# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Random floats are printed as the shortest decimal that perl's printf and pack read back.
floats() { # TYPE LETTER DIGITS
	perl -e 'my ($type, $letter, $digits) = @ARGV; srand 1;
		my @bits = map { sprintf "0%s%0*x", $letter, $digits, $_ } map {
			my $v = 0; $v = $v * 16 + int rand 16 for 1 .. $digits; $v } 1 .. 2000;
		print "module &m:1:0:\$full:\$large:\$default;\nglobal_$type &x[] = $type\[](@{[join q(,), @bits]});\n"' \
		"$1" "$2" "$3" >bits.hsail
	hsail-as bits.hsail -o bits.brig
	brig-dis bits.brig -o text.hsail
	hsail-as text.hsail -o text.brig
	cmp bits.brig text.brig
	perl -e 'my ($letter, $code) = @ARGV; local $/;
		open my $in, "<", "bits.hsail"; my @bits = <$in> =~ /\b0$letter([0-9a-f]+)/g;
		open $in, "<", "text.hsail"; my ($list) = <$in> =~ /\[\]\((.*)\)/s;
		my @text = $list =~ /[^\s,]+/g;
		die "@{[scalar @bits]} floats, @{[scalar @text]} printed" if @bits != @text;
		for my $i (0 .. $#bits) {
			next if $text[$i] =~ /^0$letter/; # infinity or no number
			my $v = unpack "$code>", pack "H*", $bits[$i];
			(my $got = $text[$i]) =~ s/$letter$//;
			my ($digits) = $got =~ /^-?([0-9.]+)/;
			$digits =~ s/^0\.0*|\.//g; $digits =~ s/0+$//;
			my $n = 1;
			$n++ until unpack($code, pack $code, sprintf "%.*e", $n - 1, $v) == $v;
			die "$bits[$i]: $text[$i] has not $n digits" if length $digits > $n;
		}' "$2" "$4"
}
floats f64 d 16 d
floats f32 f 8 f
