"""Values of the language, their JSON and YAML text, and the outcomes of promises.

rvals       kinds of values other than strings and lists
json_text   data written as JSON; json_parse reads it
outcomes    outcomes of promises, and the exceptions of functions and runs
"""
