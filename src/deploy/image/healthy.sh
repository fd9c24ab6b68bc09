#!/bin/bash
# Asks the server of this container for its health, such as `healthy live`, over plain HTTP, which only this container reaches.
# The base image has neither curl nor wget.
{ exec 3<>"/dev/tcp/localhost/${REPRISE_HTTP_PORT:-9080}"; } 2>/dev/null || exit 1
printf 'GET /health/%s HTTP/1.0\r\n\r\n' "$1" >&3
read -r _ status _ <&3
[[ "$status" == 200 ]]
