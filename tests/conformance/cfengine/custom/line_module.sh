# A promise module that speaks in lines.
read -r header
read -r empty
echo "line_module 1.0 v1 line_based"
echo
told=
while read -r line; do
    case $line in
        operation=*) operation=${line#operation=}; told= ;;
        "")
            echo "operation=$operation"
            case $operation in
                validate_promise) echo "result=valid" ;;
                evaluate_promise)
                    echo "log_notice=$told"
                    echo "result_classes=first_class,second_class"
                    echo "result=kept" ;;
                *) echo "result=success"; echo; exit 0 ;;
            esac
            echo ;;
        *) told="$told [$line]" ;;
    esac
done
