#!/bin/sh
# Makes secrets/ with random passwords, users, and a certificate that signs itself. What is there stays.
# Takes openssl. The containers run as other users, so they may read the files; the directory keeps other people out.
set -eu
cd "$(dirname "$0")"
umask 022
mkdir -p secrets agents
chmod 0700 secrets
cd secrets

for name in admin_password grafana_password keystore_password monitoring_password reprise.database.password; do
  [ -s "$name" ] || openssl rand -hex 24 >"$name"
done

# One name for all servers, which proxy and Prometheus check; localhost is the proxy's for browsers.
[ -s server.crt ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj /CN=reprise \
  -addext subjectAltName=DNS:reprise,DNS:localhost,IP:127.0.0.1 -keyout server.key -out server.crt
[ -s server.p12 ] || openssl pkcs12 -export -in server.crt -inkey server.key -passout file:keystore_password -out server.p12
chmod 0644 server.key server.p12

# For a trial: use an <ldapRegistry>, or tokens (REPRISE_LOGIN), for more people.
[ -s users.xml ] || cat >users.xml <<END
<server>
  <basicRegistry id="basic" realm="reprise">
    <user name="admin" password="$(cat admin_password)"/>
    <user name="monitoring" password="$(cat monitoring_password)"/>
    <user name="runner" password="$(openssl rand -hex 24)"/>
    <group name="admins"><member name="admin"/></group>
    <group name="auditors"><member name="monitoring"/></group>
  </basicRegistry>
</server>
END
echo "Log in as admin with the password in src/deploy/compose/secrets/admin_password."
