package dev.reprise.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.server.TestServer;
import dev.reprise.server.TokenIssuer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How an asker shows who they are. */
enum LoginKind {
  PASSWORD {
    @Override
    String authorization(Asker asker) {
      return TestServer.credentials().basic(asker.user().orElseThrow());
    }
  },

  TOKEN {
    @Override
    String authorization(Asker asker) {
      String user = asker.user().orElseThrow();
      return "Bearer " + TestServer.tokens().sign(TokenIssuer.claims(user, asker.role() + "s"));
    }
  },

  API_KEY {
    @Override
    String authorization(Asker asker) {
      return "Bearer " + KEYS.computeIfAbsent(asker, LoginKind::newKey);
    }
  };

  private static final Map<Asker, String> KEYS = new ConcurrentHashMap<>();

  /** Returns the value of the header. */
  abstract String authorization(Asker asker);

  private static String newKey(Asker asker) {
    boolean isForeign = asker == Asker.ADMIN_OF_ANOTHER_TENANT;
    JsonNode created =
        (isForeign ? asker : Asker.ADMIN)
            .client()
            .post(
                "api-keys",
                "{\"name\": \"of-%s\", \"roles\": [\"%s\"]}".formatted(asker.role(), asker.role()))
            .body();
    return created.path("key").asText();
  }
}
