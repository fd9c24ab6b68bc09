package dev.reprise.cli.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The file of profiles:
 *
 * <pre>{@code
 * profile: local               # the one that is used if none is named
 * profiles:
 *   local: {server: http://localhost:9080, user: operator}
 *   production: {server: https://reprise.example.org, api-key: …}
 * }</pre>
 *
 * @param usual the name of the profile that is used if none is named
 */
public record Profiles(Optional<String> usual, Map<String, Profile> byName) {

  static final Profiles NONE = new Profiles(Optional.empty(), Map.of());

  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
  private static final Set<String> TOP = Set.of("profile", "profiles");
  private static final Set<String> MEMBERS = Set.of("server", "user", "password", "api-key");

  public Profiles {
    byName = Map.copyOf(byName);
  }

  /** Returns where the file is: {@code ~/.config/reprise/config.yaml} by default. */
  static Path path(Map<String, String> environment) {
    String own = environment.getOrDefault("REPRISE_CONFIG", "");
    if (!own.isEmpty()) {
      return Path.of(own);
    }
    String base = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path directory =
        base.isEmpty() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(base);
    return directory.resolve("reprise").resolve("config.yaml");
  }

  /**
   * Reads a file; without one there are no profiles.
   *
   * @throws IllegalArgumentException if it is not what it should be, or other users can read a
   *     secret in it; the message says why, and has no value of the file
   */
  static Profiles read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return NONE;
    }
    Profiles profiles = parse(file, TextFile.read(file));
    if (profiles.byName().values().stream().anyMatch(Profile::hasSecret) && isReadByOthers(file)) {
      throw new IllegalArgumentException(
          "%s has a password or a key and can be read by other users of this machine: chmod 600 %s"
              .formatted(file, file));
    }
    return profiles;
  }

  private static boolean isReadByOthers(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
  }

  private static Profiles parse(Path file, String text) {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("%s is not YAML".formatted(file), e);
    }
    if (root.isMissingNode() || root.isNull()) {
      return NONE;
    }
    requireMembers(file, root, TOP);
    Map<String, Profile> profiles = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : root.path("profiles").properties()) {
      requireMembers(file, each.getValue(), MEMBERS);
      profiles.put(each.getKey(), profile(each.getValue()));
    }
    return new Profiles(text(root, "profile"), profiles);
  }

  private static void requireMembers(Path file, JsonNode object, Set<String> known) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!known.contains(member.getKey())) {
        throw new IllegalArgumentException(
            "%s has a member %s; there are only %s"
                .formatted(file, member.getKey(), new TreeSet<>(known)));
      }
    }
  }

  private static Profile profile(JsonNode json) {
    return new Profile(
        text(json, "server"), text(json, "user"), text(json, "password"), text(json, "api-key"));
  }

  private static Optional<String> text(JsonNode object, String name) {
    return Optional.ofNullable(object.get(name)).map(JsonNode::asText);
  }

  /**
   * Returns a profile.
   *
   * @param named the name of the profile that is wanted, if there is one
   * @throws IllegalArgumentException if there is no profile with the name
   */
  Profile find(Optional<String> named) {
    Optional<String> name = named.or(() -> usual);
    if (name.isEmpty()) {
      return Profile.EMPTY;
    }
    return Optional.ofNullable(byName.get(name.get()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no profile %s; there are %s"
                        .formatted(name.get(), new TreeSet<>(byName.keySet()))));
  }
}
