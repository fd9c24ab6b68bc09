package dev.reprise.api.console;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The console's files. Their addresses have a version, which follows from what is in them, so that
 * a browser may keep them for good and never mixes those of two releases.
 *
 * @param version a part of a path
 * @param paths of the files, such as {@code parts/table.js}
 * @param page the one page, which refers to the files of this version
 */
record ConsoleFiles(String version, Set<String> paths, String page) {

  private static final String DIRECTORY = "/console/";
  private static final String PAGE = "index.html";
  private static final int BYTES = 6;

  ConsoleFiles {
    paths = Set.copyOf(paths);
  }

  static ConsoleFiles of(ServletContext application) {
    Set<String> paths = new TreeSet<>();
    collect(application, DIRECTORY, paths);
    String version = version(application, paths);
    String page = new String(content(application, PAGE), StandardCharsets.UTF_8);
    return new ConsoleFiles(version, paths, referringTo(version, page));
  }

  /** Returns the page with references to the files of a version. */
  static String referringTo(String version, String page) {
    // the quote ends the number of the group: a version may begin with a digit
    return page.replaceAll("(href|src)=\"", "$1=\"" + version + "/");
  }

  private static void collect(ServletContext application, String directory, Set<String> paths) {
    for (String path : application.getResourcePaths(directory)) {
      if (path.endsWith("/")) {
        collect(application, path, paths);
      } else {
        paths.add(path.substring(DIRECTORY.length()));
      }
    }
  }

  private static String version(ServletContext application, Set<String> paths) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String path : paths) {
        digest.update(path.getBytes(StandardCharsets.UTF_8));
        digest.update(content(application, path));
      }
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static byte[] content(ServletContext application, String path) {
    try (InputStream content = application.getResourceAsStream(DIRECTORY + path)) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a path of the application is that of the page. */
  boolean isPage(String path) {
    return path.equals(DIRECTORY) || path.equals(DIRECTORY + PAGE);
  }

  /** Returns the path of the file at an address with the present version. */
  Optional<String> at(String path) {
    String prefix = DIRECTORY + version + "/";
    return Optional.of(path)
        .filter(it -> it.startsWith(prefix))
        .map(it -> it.substring(prefix.length()))
        .filter(paths::contains)
        .map(DIRECTORY::concat);
  }
}
