# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Man pages, reference pages and shell completion of the programs, from what those declare (--help=json).

  cli-docs.py man PROGRAM > PROGRAM.1
  cli-docs.py page PROGRAM > PROGRAM.md
  cli-docs.py index PROGRAM... > CommandLine.md       the page of all programs
  cli-docs.py bash PROGRAM... > fusion.bash
  cli-docs.py zsh PROGRAM... > _fusion

Of programs with upstream's options, which LLVM's registry holds, the options are read from --help.
"""

import json
import re
import subprocess
import sys

# ---- Declarations


def run(program, option):
    return subprocess.run([program, option], capture_output=True, text=True, check=True).stdout


VALUE = re.compile(r"^ +=(\S+) +- *(.*)$")
OPTION = re.compile(r"^( +)(--?[\w-]\S*(?: <\S+>)?) +- ?(.*)$")
TITLE = re.compile(r"^ *([A-Za-z][\w ,-]*):$")


def llvm_option(spelling, text, level):
    name = re.match(r"--?[\w-]+", spelling).group()
    value = re.sub(r"[<>]", "", spelling[len(name) :].strip("[]= "))
    return {"name": name, "spelling": spelling, "value": value, "help": text.strip(), "default": "", "values": [],
            "parts": [], "closed": False, "optional_value": False, "repeats": False, "level": level}  # fmt: skip


def llvm_groups(text):
    """The groups of options of a --help that LLVM's command line prints; those of a pass have level 1."""
    outer = {"title": "General options", "options": []}
    groups, last = [outer], None
    for line in text[: text.find("\nexit codes:")].splitlines():
        if title := TITLE.match(line):
            groups.append({"title": title[1], "options": []})
            outer, last = outer if line.startswith(" ") else groups[-1], None
        elif last and (value := VALUE.match(line)):
            last["values"].append({"name": value[1], "help": value[2]})
            last["closed"] = not value[1].startswith("<")
        elif option := OPTION.match(line):
            last = llvm_option(option[2], option[3], int(len(option[1]) >= 8))
            # Options after a list of passes belong where those before it do.
            (outer if option[1] == "  " else groups[-1])["options"].append(last)
        else:
            last = None
    groups = [group for group in groups if group["options"]]
    return sorted(groups, key=lambda group: group["title"] == "Generic Options")


def read_declaration(program):
    command = json.loads(run(program, "--help=json"))
    if command["options_of_llvm"]:
        command["groups"] = llvm_groups(run(program, "--help"))
    return command


def help_of(option):
    """What its text says, with what is said by fields."""
    text = option["help"] + ("; may be repeated" if option["repeats"] else "")
    return text + (f" (default: {option['default']})" if option["default"] else "")


def rows_of(option):
    """The values that are explained, and the parts of a value."""
    return [row for row in option["values"] if any(other["help"] for other in option["values"])] + option["parts"]


# ---- Man pages


def escape(text):
    """Text as roff: no escapes, requests or hyphenated dashes by accident."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def emphasize(text):
    """`code` becomes bold."""
    parts = re.split(r"`([^`]*)`", text)
    return "".join(rf"\fB{escape(part)}\fR" if i % 2 else escape(part) for i, part in enumerate(parts))


def roff_rows(rows):
    """A list of words with their texts."""
    for row in rows:
        yield from [".TP", rf"\fB{escape(row['name'])}\fR", emphasize(row["help"]) or r"\&"]


def roff_options(groups):
    for group in groups:
        yield f".SS {escape(group['title'])}"
        for option in group["options"]:
            level = option.get("level")
            yield from [".RS"] if level else []
            yield from [".TP", rf"\fB{escape(option['spelling'])}\fR", emphasize(help_of(option)) or r"\&"]
            for row in rows_of(option):
                text = f": {emphasize(row['help'])}" if row["help"] else ""
                yield from [".br", rf"\fB{escape(row['name'])}\fR" + text]
            yield from [".RE"] if level else []


def roff_page(command):
    name = command["name"]
    yield from [f'.TH {name.upper()} 1 "" "Fusion {command["version"]}"', ".nh"]
    yield from [".SH NAME", rf"{escape(name)} \- {escape(command['summary'])}"]
    yield from [".SH SYNOPSIS", rf"\fB{escape(name)}\fR {escape(command['usage'])}", ".SH DESCRIPTION"]
    for paragraph in command["description"]:
        yield from [".PP", emphasize(paragraph)]
    if command["commands"]:
        yield from [".SH COMMANDS", *roff_rows(command["commands"])]
    if command["arguments"]:
        yield from [".SH ARGUMENTS", *roff_rows(command["arguments"])]
    yield from [".SH OPTIONS", *roff_options(command["groups"])]
    if command["environment"]:
        yield from [".SH ENVIRONMENT", *roff_rows(command["environment"])]
    yield from [".SH EXIT STATUS", *roff_rows(command["exit_codes"])]
    for i, example in enumerate(command["examples"]):
        yield from [".SH EXAMPLES"] if i == 0 else []
        yield from [".PP", emphasize(example["help"] + ":"), ".br"] if example["help"] else [".PP"]
        yield from [".EX", escape(example["name"]), ".EE"]
    if command["see_also"]:
        yield from [".SH SEE ALSO", ", ".join(rf"\fB{escape(other)}\fR(1)" for other in command["see_also"])]


# ---- Reference pages

NOTE = "<!-- Made by the target fusion-docs from what the programs declare; change that. -->"


def link(text):
    """`fusion-run`(1) becomes a link to its page."""
    return re.sub(r"`(fusion-[a-z-]+)`\(1\)", r"[\1](\1.md)", text)


def prose(text):
    """What is no code shows as it is written."""
    parts = re.split(r"(`[^`]*`)", text)
    return link("".join(part if i % 2 else re.sub(r"([*_<\[|])", r"\\\1", part) for i, part in enumerate(parts)))


def item(indent, name, text):
    return f"{'  ' * indent}- `{name}`" + (f": {prose(text)}" if text else "")


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|",
            *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows), ""]  # fmt: skip


def page(command):
    summary = command["summary"]
    yield from [NOTE, "", f"# {command['name']}", "", prose(summary[0].upper() + summary[1:]) + ".", ""]
    yield from ["```", f"{command['name']} {command['usage']}", "```", ""]
    for paragraph in command["description"]:
        yield from [prose(paragraph), ""]
    if command["commands"]:
        yield from ["## Commands", "", *(item(0, row["name"], row["help"]) for row in command["commands"]), ""]
    if command["arguments"]:
        yield from ["## Arguments", "", *(item(0, row["name"], row["help"]) for row in command["arguments"]), ""]
    yield from ["## Options", ""]
    for group in command["groups"]:
        yield from [f"### {group['title'][0].upper()}{group['title'][1:]}", ""]
        for option in group["options"]:
            level = option.get("level", 0)
            yield item(level, option["spelling"], help_of(option))
            yield from (item(level + 1, row["name"], row["help"]) for row in rows_of(option))
        yield ""
    if command["environment"]:
        yield from ["## Environment", "", *(item(0, row["name"], row["help"]) for row in command["environment"]), ""]
    yield from ["## Exit status", "", *(item(0, row["name"], row["help"]) for row in command["exit_codes"]), ""]
    if command["examples"]:
        yield from ["## Examples", "", "```sh"]
        width = max((len(example["name"]) for example in command["examples"] if example["help"]), default=0)
        for example in command["examples"]:
            yield f"{example['name']:{width}}  # {example['help']}" if example["help"] else example["name"]
        yield from ["```", ""]
    others = [f"`{other}`(1)" for other in command["see_also"]]
    yield from [link("See also " + ", ".join(others) + ".")] if others else []


def index(commands):
    yield from [NOTE, "", "# Command lines", ""]
    yield "Each program prints its page with `--help`; installed, it has a man page and completion in bash and zsh."
    yield ""
    yield from table(["program", "does"], [(f"[{c['name']}](man/{c['name']}.md)", c["summary"]) for c in commands])
    for title, key, head in (("Exit codes", "exit_codes", "code"), ("Environment", "environment", "variable")):
        programs = {}
        for command in commands:
            for row in command[key]:
                programs.setdefault((row["name"], row["help"]), []).append(command["name"])
        rows = [(f"`{name}`", text, ", ".join(f"`{program}`" for program in programs[name, text]))
                for name, text in (sorted(programs) if key == "exit_codes" else programs)]  # fmt: skip
        yield from [f"## {title}", "", *table([head, "meaning", "of"], rows)]


# ---- Completion


def options_of(command):
    """Those that are completed, by name."""
    options = {}
    for group in command["groups"]:
        for option in group["options"]:
            if not option.get("level"):
                options.setdefault(option["name"], []).append(option)
    return options


def kind_of(option):
    """What completes a value, beside those that are known: "file", "folder", or "" for nothing."""
    value = option["value"].upper()
    if option["closed"]:
        return ""
    return "file" if re.search(r"FILE|PATH|STRING|VALUE", value) else "folder" if "DIR" in value else ""


def names_of(options):
    names = {value["name"] for option in options for value in option["values"]}
    return sorted(name for name in names if not name.startswith("<"))


def words_of(name, options):
    """What may be typed, --emit=ptx; an open value is left out, --tuning-db=."""
    words = [f"{name}={value}" for value in names_of(options)]
    for option in options:
        if not option["value"] or option["optional_value"] or not name.startswith("--"):
            words.append(name)
        elif not words:
            words.append(name + "=")
    return words


BASH = r"""# Completion of bash for the programs of Fusion. Made from what they declare.

_fusion() {
  local cur=${COMP_WORDS[COMP_CWORD]} option='' words='' folders='' texts='' prefix=''
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
  esac
  COMPREPLY=()
  if [[ -n $option ]]; then
    # The values that are known; file names otherwise (`complete -o default`), unless it is no file.
    words=$(printf '%s\n' $words | sed -n "s/^$option=\(.\)/\1/p")
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "$cur")
    if [[ " $folders " == *" $option "* ]]; then
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -P "$prefix" -d -- "$cur")
      compopt -o filenames 2>/dev/null
    elif [[ " $texts " == *" $option "* ]]; then
      compopt +o default 2>/dev/null
    fi
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
complete -o default -F _fusion @NAMES@"""


def bash(commands):
    cases = []
    for command in commands:
        options = options_of(command)
        words = {word for name in options for word in words_of(name, options[name])}
        words |= {row["name"] for row in command["commands"]}
        kinds = {name: kind_of(options[name][-1]) for name in options if options[name][-1]["value"]}
        folders = sorted(name for name in kinds if kinds[name] == "folder")
        texts = sorted(name for name in kinds if not kinds[name])
        cases += [f"    {command['name']})", f"      folders='{' '.join(folders)}'", f"      texts='{' '.join(texts)}'",
                  "      words='" + "\n        ".join(sorted(words)) + "' ;;"]  # fmt: skip
    names = " ".join(command["name"] for command in commands)
    yield BASH.replace("@CASES@", "\n".join(cases)).replace("@NAMES@", names)


def zsh_action(options):
    """What completes the value."""
    option, names = options[-1], names_of(options)
    files = {"file": "_files", "folder": "_files -/", "": ""}[kind_of(option)]
    if not names:
        return files or " "
    if files:
        return f" _fusion_words_or '{files}' {' '.join(names)}"  # as it is, by the blank in front
    texts = {value["name"]: value["help"] for option in options for value in option["values"]}
    if not any(texts[name] for name in names):
        return f"({' '.join(names)})"
    quoted = (re.sub(r"[\"$\\]", r"\\\g<0>", texts[name].replace("`", "")) for name in names)
    return "((" + " ".join(f'{name}\\:"{text}"' for name, text in zip(names, quoted)) + "))"


def zsh_spec(name, options):
    """An argument of _arguments, for the options of one name."""
    takes_value = any(option["value"] for option in options)
    # `--name=-[...]::value` has a value that may be left out, `-o[...]:value` one behind a space.
    optional = takes_value and name.startswith("--") and any(not o["value"] or o["optional_value"] for o in options)
    text = next((option["help"] for option in options if option["help"]), "").replace("`", "")
    text = re.sub(r"([\[\]:\\])", r"\\\1", text)
    spec = name + ("=-" if optional else "=" if takes_value and name.startswith("--") else "") + f"[{text}]"
    if any(option["repeats"] for option in options):
        spec = "*" + spec
    if takes_value:
        spec += (":" if optional else "") + ":value:" + zsh_action(options)
    return "'" + spec.replace("'", "'\\''") + "'"


def zsh(commands):
    yield f"#compdef {' '.join(command['name'] for command in commands)}"
    yield from ["# Completion of zsh for the programs of Fusion. Made from what they declare.", ""]
    yield from ["_fusion_words_or() {", '  _alternative "values:value:(${*[2,-1]})" "files:file:$1"', "}", ""]
    yield "case $service in"
    for command in commands:
        options, words = options_of(command), [row["name"] for row in command["commands"]]
        yield from [f"  {command['name']})", "    _arguments \\"]
        yield from (f"      {zsh_spec(name, options[name])} \\" for name in sorted(options))
        yield f"      '1:command:({' '.join(words)})' ;;" if words else "      '*:file:_files' ;;"
    yield "esac"


def main():
    kind, commands = sys.argv[1], [read_declaration(program) for program in sys.argv[2:]]
    writers = {"man": roff_page, "page": page}
    lines = writers[kind](*commands) if kind in writers else {"index": index, "bash": bash, "zsh": zsh}[kind](commands)
    print("\n".join(lines).rstrip("\n"))


main()
