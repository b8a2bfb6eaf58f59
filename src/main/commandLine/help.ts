export const help = `Usage: parley [FILE or parley:// LINK ...]     opens Parley, or shows the running one
       parley ask [OPTION ...] [QUESTION]
       parley run dictate | run read           acts like the hotkey; the same as
                                               --dictate and --read-selection

ask writes the answer of a model to the terminal. Standard input is read to its
end unless it is a terminal, and stands below the question. Settings and keys are
Parley's own; nothing is kept in the history, and no tool or document base is used.

  -m, --model M          a model's id or name, or PROVIDER/MODEL; by default the
                         model of a new chat
  -f, --file F           a file for the model; may be given several times
      --json             one JSON object at the end instead of text
      --no-stdin         reads no standard input, as for a script without any
      --user-data-dir=D  another folder of settings
  -h, --help             this text
  -v, --version          Parley's version

Exit codes of ask: 0 answered, 1 failed, 2 wrong usage, 3 the model ended early,
130 stopped by Ctrl+C, 141 nobody reads the answer.
`
