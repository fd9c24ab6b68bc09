package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The users of a server and their passwords, which are made at random for each server. */
public record Credentials(Map<String, String> passwords) {

  public Credentials {
    passwords = Map.copyOf(passwords);
  }

  /**
   * Reads a file of lines {@code user=password}.
   *
   * @throws UncheckedIOException if there is no such file
   */
  public static Credentials read(Path file) {
    var properties = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var passwords = new TreeMap<String, String>();
    properties.stringPropertyNames().forEach(u -> passwords.put(u, properties.getProperty(u)));
    return new Credentials(passwords);
  }

  /**
   * Returns the password of {@code user}.
   *
   * @throws IllegalArgumentException if the server has no such user
   */
  public String passwordOf(String user) {
    var password = passwords.get(user);
    if (password == null) {
      throw new IllegalArgumentException("no user " + user + " among " + passwords.keySet());
    }
    return password;
  }

  /** Returns the value of an {@code Authorization} header for {@code user}. */
  public String basic(String user) {
    var pair = user + ":" + passwordOf(user);
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /** Without the passwords, which must not reach a log. */
  @Override
  public String toString() {
    return "Credentials of " + passwords.keySet();
  }
}
