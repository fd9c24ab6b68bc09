package dev.reprise.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Issues tokens as MicroProfile JWT describes them, and serves the key that verifies them. */
public final class TokenIssuer {

  public static final String ISSUER = "https://issuer.example.org";
  public static final String AUDIENCE = "reprise";

  private static final Duration LIFE = Duration.ofHours(1);
  private static final int KEY_BITS = 2048;

  private final KeyPair key;
  private final HttpServer server;

  /** Makes a key and serves it on this machine until the JVM ends. */
  public TokenIssuer() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(KEY_BITS);
      key = generator.generateKeyPair();
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      byte[] keys = keys().toString().getBytes(UTF_8);
      server.createContext(
          "/keys",
          exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
          });
      server.start();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode keys() {
    var parts = (RSAPublicKey) key.getPublic();
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    set.putArray("keys")
        .addObject()
        .put("kty", "RSA")
        .put("use", "sig")
        .put("alg", "RS256")
        .put("kid", "test")
        .put("n", encoded(unsigned(parts.getModulus())))
        .put("e", encoded(unsigned(parts.getPublicExponent())));
    return set;
  }

  private static byte[] unsigned(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return bytes[0] == 0 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  /** Returns where the keys are. */
  public String keysUri() {
    return "http://localhost:%d/keys".formatted(server.getAddress().getPort());
  }

  /** Returns the claims of a user's token that is valid for an hour. */
  public static ObjectNode claims(String user, String... groups) {
    Instant now = Instant.now();
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims
        .put("iss", ISSUER)
        .put("aud", AUDIENCE)
        .put("sub", user)
        .put("upn", user)
        .put("jti", java.util.UUID.randomUUID().toString())
        .put("iat", now.getEpochSecond())
        .put("exp", now.plus(LIFE).getEpochSecond());
    List.of(groups).forEach(claims.putArray("groups")::add);
    return claims;
  }

  /** Returns a token with these claims. */
  public String sign(ObjectNode claims) {
    String text = encoded(header("RS256")) + "." + encoded(Json.write(claims).getBytes(UTF_8));
    try {
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key.getPrivate());
      signature.update(text.getBytes(UTF_8));
      return text + "." + encoded(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a token with these claims and without a signature. */
  public static String unsigned(ObjectNode claims) {
    return encoded(header("none")) + "." + encoded(Json.write(claims).getBytes(UTF_8)) + ".";
  }

  private static byte[] header(String algorithm) {
    return "{\"typ\":\"JWT\",\"kid\":\"test\",\"alg\":\"%s\"}".formatted(algorithm).getBytes(UTF_8);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
