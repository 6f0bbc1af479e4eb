# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The generated completions are valid bash and offer options and choices.
. "$T/common.subr"
for tool in $tools; do
	"$tool" --help=completion >complete
	bash -n complete
	bash -c '. ./complete; COMP_WORDS=('"$tool"' --ver); COMP_CWORD=1
		$(complete -p '"$tool"' | sed "s/.*-F \([^ ]*\).*/\1/"); echo "${COMPREPLY[*]}"' >out
	grep -q -- '--version' out
done
