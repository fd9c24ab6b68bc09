package dev.reprise.client.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** How a client says who it is. */
public sealed interface Credentials {

  /** A user of the server's registry. */
  record Login(String user, String password) implements Credentials {

    @Override
    public String header() {
      byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** Leaves the password out. */
    @Override
    public String toString() {
      return "Login[" + user + "]";
    }
  }

  /** A key for programs. */
  record ApiKey(String key) implements Credentials {

    @Override
    public String header() {
      return "Bearer " + key;
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
      return "ApiKey";
    }
  }

  /** Returns the value of the header {@code Authorization}. */
  String header();
}
