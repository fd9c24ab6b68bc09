package dev.reprise.server;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ArchiveAsset;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/**
 * Everything one server owns on disk: configuration, WAR, drivers, users, data and logs.
 *
 * <p>It is built afresh from what the build left under {@code target}, so it contains nothing of an
 * earlier test.
 */
record ServerDirectory(Path root, Build build) {

  private static final String NAME = "reprise";

  /**
   * Creates the directory and replaces one from an earlier build.
   *
   * @param build which has made the WAR and the runtime
   * @throws IllegalStateException if the build has not made the WAR or the runtime yet
   */
  static ServerDirectory create(
      Path root, Build build, ServerOptions options, Credentials credentials) {
    var directory = new ServerDirectory(root.toAbsolutePath(), build);
    try {
      deleteTree(directory.root);
      directory.fill(options, credentials);
      return directory;
    } catch (NoSuchFileException e) {
      throw new IllegalStateException("not built yet: " + e.getFile() + " is missing", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path data() {
    return root.resolve("data");
  }

  /** What the process wrote to its standard output and error, over all its starts. */
  Path console() {
    return root.resolve("console.log");
  }

  /** The server's own log of its current start. */
  Path log() {
    return server().resolve("logs/messages.log");
  }

  List<String> command() {
    return List.of(build.liberty().resolve("bin/server").toString(), "run", NAME);
  }

  List<String> stopCommand() {
    return List.of(build.liberty().resolve("bin/server").toString(), "stop", NAME);
  }

  /**
   * Copies what the runtime has made at the first start, so that other servers need not.
   *
   * @param keyStorePassword opens the copied keys
   */
  void keepFirstStart(String keyStorePassword) throws IOException {
    Files.createDirectories(build.firstStart().resolve("resources"));
    Files.writeString(keyStorePassword(build), keyStorePassword);
    copyTree(caches(), firstCaches());
    copyTree(
        server().resolve("resources/security"), build.firstStart().resolve("resources/security"));
  }

  /**
   * Replaces the runtime's caches by those of the first start, if the process was killed. The
   * runtime would discard them and need 8 s of processor time to make them again.
   */
  void restoreCachesAfterKill() throws IOException {
    if (Files.exists(caches().resolve(".sRunning")) && Files.isDirectory(firstCaches())) {
      dropCaches();
      copyTree(firstCaches(), caches());
    }
  }

  /** Removes the runtime's caches, as the runtime does at its start after a kill. */
  void dropCaches() throws IOException {
    deleteTree(caches());
  }

  /** The archive of classes, where {@code jvm.options} names it. */
  Path classArchive() {
    return server().resolve("classes.jsa");
  }

  private Path caches() {
    return server().resolve("workarea");
  }

  private Path firstCaches() {
    return build.firstStart().resolve("workarea");
  }

  private Path server() {
    return root.resolve("servers").resolve(NAME);
  }

  private void fill(ServerOptions options, Credentials credentials) throws IOException {
    Files.createDirectories(server().resolve("apps"));
    Files.createDirectories(server().resolve("drivers"));
    copyFiles(build.serverConfiguration(), server());
    copyFiles(build.drivers(), server().resolve("drivers"));
    deploy(server().resolve("apps/reprise.war"), options);
    Files.writeString(server().resolve("users.xml"), registry(options.users(), credentials));
    if (Files.isDirectory(build.firstStart())) {
      copyTree(build.firstStart(), server());
    }
    if (Files.exists(build.classArchive())) {
      Files.createSymbolicLink(classArchive(), build.classArchive());
    }
    Files.write(server().resolve("jvm.options"), options.jvmOptions(), StandardOpenOption.APPEND);
  }

  private void deploy(Path place, ServerOptions options) throws IOException {
    // The runtime's caches hold for a WAR of this time.
    Files.copy(build.war(), place, StandardCopyOption.COPY_ATTRIBUTES);
    if (options.beans().isEmpty() && options.library().isEmpty()) {
      return;
    }
    // Entries keep their times, by which the runtime knows that its caches of libraries still hold.
    try (var war = FileSystems.newFileSystem(place)) {
      for (Class<?> bean : options.beans()) {
        addClass(bean, war.getPath("WEB-INF/classes"));
      }
      if (!options.library().isEmpty()) {
        Path library = war.getPath("WEB-INF/lib/library.jar");
        try (var content = library(options.library()).openStream()) {
          Files.copy(content, library);
        }
      }
    }
  }

  /** Adds a class of the tests, as the build has compiled it, with the classes inside it. */
  private void addClass(Class<?> type, Path classes) throws IOException {
    String name = type.getName().replace('.', '/');
    Path file = build.testClasses().resolve(name + ".class");
    String inside = name.substring(name.lastIndexOf('/') + 1) + "$*.class";
    try (var more = Files.newDirectoryStream(file.getParent(), inside)) {
      for (Path each : Stream.concat(Stream.of(file), list(more)).toList()) {
        Path place = classes.resolve(build.testClasses().relativize(each).toString());
        Files.createDirectories(place.getParent());
        Files.copy(each, place, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static Stream<Path> list(Iterable<Path> files) {
    return StreamSupport.stream(files.spliterator(), false);
  }

  private static Asset library(List<Class<?>> types) {
    return new ArchiveAsset(
        ShrinkWrap.create(JavaArchive.class).addClasses(types.toArray(Class<?>[]::new)),
        ZipExporter.class);
  }

  private static String registry(Map<String, List<String>> groupsOfUser, Credentials credentials) {
    var users =
        credentials.passwords().entrySet().stream()
            .map(u -> "<user name=\"%s\" password=\"%s\"/>".formatted(u.getKey(), u.getValue()))
            .collect(joining("\n    "));
    // Several group elements of one name would be several groups, so gather the members first.
    var members = new TreeMap<String, String>();
    groupsOfUser.forEach(
        (user, groups) ->
            groups.forEach(
                group -> members.merge(group, "<member name=\"" + user + "\"/>", String::concat)));
    var groupLines =
        members.entrySet().stream()
            .map(g -> "<group name=\"%s\">%s</group>".formatted(g.getKey(), g.getValue()))
            .collect(joining("\n    "));
    return """
        <server>
          <basicRegistry id="basic" realm="reprise">
            %s
            %s
          </basicRegistry>
        </server>
        """
        .formatted(users, groupLines);
  }

  private static void copyFiles(Path from, Path to) throws IOException {
    try (var files = Files.newDirectoryStream(from)) {
      for (var file : files) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** The password of keys that an earlier server has made, if there was one. */
  static Optional<String> knownKeyStorePassword(Build build) {
    try {
      return Files.exists(keyStorePassword(build))
          ? Optional.of(Files.readString(keyStorePassword(build)))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path keyStorePassword(Build build) {
    return build.firstStart().resolve("resources/keystore-password");
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (var path : paths.toList()) {
        var copy = to.resolve(from.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (var paths = Files.walk(root)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
