package dev.reprise.server;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The users of a server and their passwords, which are generated at random for each server. */
public record Credentials(Map<String, String> passwords) {

  private static final SecureRandom RANDOM = new SecureRandom();

  public Credentials {
    passwords = Map.copyOf(passwords);
  }

  /** Gives each of these users a password that cannot be guessed. */
  public static Credentials random(Collection<String> users) {
    return new Credentials(users.stream().collect(toMap(u -> u, u -> randomPassword())));
  }

  static String randomPassword() {
    var bytes = new byte[24];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
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
    return basic(user, passwordOf(user));
  }

  /** Returns the value of an {@code Authorization} header with a password that may be wrong. */
  public static String basic(String user, String password) {
    var pair = user + ":" + password;
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /** Omits the passwords, which must not reach a log. */
  @Override
  public String toString() {
    return "Credentials of " + passwords.keySet();
  }
}
