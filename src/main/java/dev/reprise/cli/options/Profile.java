package dev.reprise.cli.options;

import java.util.Optional;

/** The settings of one server, under a name, in the file of profiles. */
public record Profile(
    Optional<String> server,
    Optional<String> user,
    Optional<String> password,
    Optional<String> apiKey) {

  static final Profile EMPTY =
      new Profile(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  boolean hasSecret() {
    return password.isPresent() || apiKey.isPresent();
  }
}
