#!/bin/bash
# Runs the server. Liberty looks for the password of its keys in the environment alone; without it, HTTPS stays closed.
if [[ -r /run/secrets/keystore_password ]]; then
  keystore_password=$(</run/secrets/keystore_password)
  export keystore_password
fi
exec /opt/reprise/bin/server run reprise
