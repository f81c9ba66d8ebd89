# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Man pages and shell completion of the programs, from their --help.

  cli-docs.py man VERSION PAGE.md PROGRAM > PAGE.1       the options stand between the page's synopsis and the rest
  cli-docs.py bash PROGRAM... > fusion.bash
  cli-docs.py zsh PROGRAM... > _fusion
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field


@dataclass
class Option:
    spelling: str  # as the help prints it: --emit=<value>, --random[=SEED], --device=auto|cuda|cpu
    text: str  # lines; a table's begin with two spaces
    level: int = 0  # 1 for the options of a pass
    values: list = field(default_factory=list)  # (value, text)

    def name(self):
        return re.match(r"--?[\w-]+", self.spelling).group()

    def words(self):
        """What may be typed, --emit=ptx; an open value is left out, --tuning-db=."""
        rest = self.spelling[len(self.name()) :]
        choices = [value for value, _ in self.values if not value.startswith("<")]
        if re.fullmatch(r"\[?=(<[a-z0-9_]+(\|[a-z0-9_]+)+>|[a-z0-9_|]+)\]?", rest):
            choices = rest.strip("[]=<>").split("|")
        words = [f"{self.name()}={choice}" for choice in choices]
        if not rest or rest[0] in "[ ":
            words.append(self.name())
        elif not choices and rest.startswith("="):
            words.append(self.name() + "=")
        return words


@dataclass
class Group:
    title: str
    options: list = field(default_factory=list)


VALUE = re.compile(r"^ +=(\S+) +- *(.*)$")
LLVM_OPTION = re.compile(r"^( +)(--?[\w-]\S*(?: <\S+>)?) +- ?(.*)$")
OWN_OPTION = re.compile(r"^  (--?[\w-]\S*)(?:  +(.*))?$")
TITLE = re.compile(r"^ *([A-Za-z][\w ,-]*):$")


def parse_help(text):
    """The groups of options, whether LLVM's command line prints them or ours."""
    own = not re.search(r"^OVERVIEW: ", text, re.MULTILINE)
    outer = Group("")
    groups, last = [outer], None
    for line in text.splitlines():
        if title := TITLE.match(line):
            groups.append(Group(title.group(1)))
            if not line.startswith(" "):
                outer = groups[-1]
            last = None
        elif not own and last and (value := VALUE.match(line)):
            last.values.append((value.group(1), value.group(2)))
        elif not own and (option := LLVM_OPTION.match(line)):
            last = Option(option.group(2), option.group(3), level=int(len(option.group(1)) >= 8))
            # Options after a list of passes belong where those before it do.
            (outer if option.group(1) == "  " else groups[-1]).options.append(last)
        elif own and (option := OWN_OPTION.match(line)):
            last = Option(option.group(1), option.group(2) or "")
            column = option.start(2)  # of the text, -1 if that begins on the next line
            groups[-1].options.append(last)
        elif own and last and line.startswith(" " * 8):
            indent = len(line) - len(line.lstrip())
            column = indent if column < 0 else column
            last.text += ("\n" if last.text else "") + " " * (indent - column) + line.strip()
        else:
            last = None
    return sorted((group for group in groups if group.options), key=lambda group: group.title == "Generic Options")


def parse_commands(text):
    """The words of `usage: PROGRAM list|verify|clear [options]`."""
    usage = re.search(r"^usage: [\w-]+ ([a-z]+(?:\|[a-z]+)+) ", text, re.MULTILINE)
    return usage.group(1).split("|") if usage else []


def get_help(program):
    return subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout


# ---- Man pages


def escape(text):
    """Text as roff: no escapes, requests or hyphenated dashes by accident."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def emphasize(text):
    """`code` becomes bold."""
    parts = re.split(r"`([^`]*)`", text)
    return "".join(rf"\fB{escape(part)}\fR" if i % 2 else escape(part) for i, part in enumerate(parts))


def roff_text(text):
    """Lines that are filled, and tables that are not."""
    blocks = re.split(r"((?:^  .*\n?)+)", text, flags=re.MULTILINE)
    return [
        f".EX\n{escape(block.rstrip())}\n.EE" if block.startswith("  ") else escape(block.strip("\n"))
        for block in blocks
        if block
    ]


def roff_options(groups):
    lines = [".SH OPTIONS"]
    for group in groups:
        if group.title and group.title not in ("General options", "options"):
            lines.append(f".SS {escape(group.title)}")
        for option in group.options:
            lines += [".RS"] if option.level else []
            lines += [".TP", rf"\fB{escape(option.spelling)}\fR"]
            lines += roff_text(option.text) or [r"\&"]
            for value, text in option.values:
                lines += [".br", rf"\fB{escape(value)}\fR" + (f": {escape(text)}" if text else "")]
            lines += [".RE"] if option.level else []
    return lines


def roff_page(page, version, groups):
    """A page: `# name: what it does`, `## section`s of paragraphs and indented or fenced code."""
    title, _, body = page.partition("\n")
    name, _, summary = title.lstrip("# ").partition(": ")
    lines = [f'.TH {name.upper()} 1 "" "Fusion {version}"', ".nh", ".SH NAME", rf"{escape(name)} \- {escape(summary)}"]
    for section in re.split(r"^## ", body, flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        if heading == "Description":
            options = roff_options(groups)
        lines.append(f".SH {heading.upper()}")
        for i, part in enumerate(re.split(r"```\w*\n(.*?)```\n?", text, flags=re.DOTALL)):
            if i % 2:
                lines += [".PP", ".EX", escape(part.rstrip()), ".EE"]
            else:
                for paragraph in filter(None, re.split(r"\n\s*\n", part.strip())):
                    lines += [".PP", emphasize(paragraph)]
        if heading == "Description":
            lines += options
    return "\n".join(lines) + "\n"


# ---- Completion


BASH = r"""# Completion of bash for the programs of Fusion. Made from their --help.

_fusion() {
  local cur=${COMP_WORDS[COMP_CWORD]} option='' words prefix=''
  # Readline splits words at `=`, unless it is told not to.
  if [[ $cur == = ]]; then
    option=${COMP_WORDS[COMP_CWORD-1]} cur=''
  elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $cur == -*=* ]]; then
    option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
  fi
  case ${COMP_WORDS[0]##*/} in
@CASES@
    *) words= ;;
  esac
  COMPREPLY=()
  if [[ -n $option ]]; then
    # The values that are known; file names otherwise (`complete -o default`).
    words=$(printf '%s\n' $words | sed -n "s/^$option=\(.\)/\1/p")
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "$cur")
  elif [[ $cur == -* ]]; then
    words=$(printf '%s\n' $words | sed 's/=.*/=/' | sort -u)
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    # The commands, if there are any; file names otherwise.
    words=$(printf '%s\n' $words | grep -v ^-)
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  fi
  return 0
}
complete -o default -F _fusion @NAMES@
"""


def bash(programs):
    cases = []
    for program in programs:
        text = get_help(program)
        options = [option for group in parse_help(text) for option in group.options if not option.level]
        words = {word for option in options for word in option.words()} | set(parse_commands(text))
        cases.append(f"    {os.path.basename(program)})\n      words='" + "\n        ".join(sorted(words)) + "' ;;")
    names = " ".join(os.path.basename(program) for program in programs)
    return BASH.replace("@CASES@", "\n".join(cases)).replace("@NAMES@", names)


def zsh_spec(options):
    """An argument of _arguments, for the options of one name."""
    name, words = options[0].name(), {word for option in options for word in option.words()}
    values = sorted(word.partition("=")[2] for word in words if "=" in word and not word.endswith("="))
    takes_value = bool(values) or any(re.match(r"--?[\w-]+(\[?=| )", option.spelling) for option in options)
    # `--name=-[...]::value` has a value that may be left out, `-o[...]:value` one behind a space.
    optional = takes_value and name in words and name.startswith("--")
    text = next((option.text for option in options if option.text), "")
    text = re.sub(r"([\[\]:\\])", r"\\\1", text.split("\n  ")[0].replace("\n", " "))
    spec = name + ("=-" if optional else "=" if takes_value and name.startswith("--") else "") + f"[{text}]"
    if takes_value:
        spec += (":" if optional else "") + ":value:" + (f"({' '.join(values)})" if values else "_files")
    return "'" + spec.replace("'", "'\\''") + "'"


def zsh(programs):
    names = [os.path.basename(program) for program in programs]
    lines = [f"#compdef {' '.join(names)}"]
    lines += ["# Completion of zsh for the programs of Fusion. Made from their --help.", "", "case $service in"]
    for program, name in zip(programs, names):
        text, options = get_help(program), {}
        for group in parse_help(text):
            for option in group.options:
                if not option.level:
                    options.setdefault(option.name(), []).append(option)
        lines += [f"  {name})", "    _arguments \\"]
        lines += [f"      {zsh_spec(options[key])} \\" for key in sorted(options)]
        commands = parse_commands(text)
        lines += [f"      '1:command:({' '.join(commands)})' ;;" if commands else "      '*:file:_files' ;;"]
    return "\n".join(lines + ["esac", ""])


def main():
    kind, arguments = sys.argv[1], sys.argv[2:]
    if kind == "man":
        version, page, program = arguments
        with open(page, encoding="utf-8") as file:
            print(roff_page(file.read(), version, parse_help(get_help(program))), end="")
    else:
        print({"bash": bash, "zsh": zsh}[kind](arguments), end="")


main()
