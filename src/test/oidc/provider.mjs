// A provider with HTTPS on a free port of this machine. USERS is a JSON object: for each user the groups, and other claims. Each user is a
// client with the password of USER_PASSWORD, which gets access tokens for itself. Those of the resource urn:brief live for 5 seconds.
// In a browser, people log in by the public client "console", under any name and with any password.
import {readFileSync} from 'node:fs';
import {createServer} from 'node:https';
import Provider from 'oidc-provider';

const users = JSON.parse(process.env.USERS);
const server = createServer({pfx: readFileSync(process.env.KEY_STORE), passphrase: process.env.KEY_STORE_PASSWORD});
server.listen(0, 'localhost', () => {
  const provider = new Provider(`https://localhost:${server.address().port}`, {
    clients: [...Object.keys(users).map(name => ({
      client_id: name,
      client_secret: process.env.USER_PASSWORD,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })), {
      client_id: 'console',
      application_type: 'native', // so that any port of this machine will do
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: ['http://localhost/console/index.html'],
    }],
    clientBasedCORS: () => true,
    features: {
      clientCredentials: {enabled: true},
      devInteractions: {enabled: true},
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (context, resource) => ({
          scope: 'api',
          audience: resource.replace('urn:brief', 'urn:reprise'),
          accessTokenTTL: resource === 'urn:brief' ? 5 : 600,
          accessTokenFormat: 'jwt',
          jwt: {sign: {alg: 'RS256'}},
        }),
      },
    },
    extraTokenClaims: (context, token) => users[token.accountId ?? token.clientId],
  });
  server.on('request', provider.callback());
  console.log(`ready at https://localhost:${server.address().port}`);
});
