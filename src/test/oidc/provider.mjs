// A provider with HTTPS on a free port of this machine. USERS is a JSON object: for each user the groups, and other claims. Each user is a
// client with the password of USER_PASSWORD, which gets access tokens for itself. Those of the resource urn:brief live for 5 seconds.
import {readFileSync} from 'node:fs';
import {createServer} from 'node:https';
import Provider from 'oidc-provider';

const users = JSON.parse(process.env.USERS);
const server = createServer({pfx: readFileSync(process.env.KEY_STORE), passphrase: process.env.KEY_STORE_PASSWORD});
server.listen(0, 'localhost', () => {
  const provider = new Provider(`https://localhost:${server.address().port}`, {
    clients: Object.keys(users).map(name => ({
      client_id: name,
      client_secret: process.env.USER_PASSWORD,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })),
    features: {
      clientCredentials: {enabled: true},
      devInteractions: {enabled: false},
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
    extraTokenClaims: (context, token) => users[token.clientId],
  });
  server.on('request', provider.callback());
  console.log(`ready at https://localhost:${server.address().port}`);
});
