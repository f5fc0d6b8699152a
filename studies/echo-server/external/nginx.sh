# Starts nginx in a folder of its own, which is gone when nginx is. Words: the folder of nginx.conf, port, processors.
set -eu
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
trap : TERM # which nginx gets as well: it ends, and then so do we
sed -e "s/PORT/$2/" -e "s/PROCESSORS/$3/" "$1/nginx.conf" >"$run/nginx.conf"
nginx -p "$run" -c "$run/nginx.conf" -e stderr &
code=0
wait $! || code=$?
wait
exit $code
