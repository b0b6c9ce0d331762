#!/bin/sh
echo "+from_module"
echo "=count=$#"
echo "@words={ \"$1\", '$2' }"
echo "^context=other"
echo "=name=text"
echo "said aloud"
