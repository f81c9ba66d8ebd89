# type.zsh SETUP KEYS PATTERN: runs SETUP in an interactive zsh, types KEYS there (\t is a tab) and prints what comes back, once it matches
# the pattern. Exit code 1 if that does not come within 20 seconds, three times.
#
# Keys that come before the line editor has the terminal may be lost, so they wait for the editor to say that it has. What it
# says is not in the text that asks for it, which comes back as well.
zmodload zsh/zpty zsh/zselect

expect() { # PATTERN: reads into $answer
  local chunk
  integer hundredths=0
  answer=
  while [[ $answer != ${~1} ]]; do
    if zpty -r shell chunk; then
      answer+=$chunk
    else
      (( (hundredths += 5) <= 2000 )) && zpty -t shell || return 1
      zselect -t 5
    fi
  done
}

repeat 3; do
  zpty -b shell env TERM=dumb zsh -f -i
  zpty -w shell "PROMPT=; unsetopt beep; $1; zle-line-init() { print -r -- the editor is 'rea'dy }; zle -N zle-line-init"
  if expect '*the editor is ready*'; then
    zpty -w -n shell "${(g::)2}"
    expect "$3" && print -r -- "$answer" && exit 0
  fi
  print -ru2 -- "no match in: ${(V)answer}"
  zpty -d shell
done
exit 1
