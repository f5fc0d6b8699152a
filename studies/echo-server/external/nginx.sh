# Starts nginx in a temporary folder, which is deleted when nginx exits. Arguments: the folder of nginx.conf, port, processors.
set -eu
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
trap : TERM # nginx receives it too and exits, and then this script exits
sed -e "s/PORT/$2/" -e "s/PROCESSORS/$3/" "$1/nginx.conf" >"$run/nginx.conf"
nginx -p "$run" -c "$run/nginx.conf" -e stderr &
code=0
wait $! || code=$?
wait
exit $code
