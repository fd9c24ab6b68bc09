package dev.reprise.openapi;

import dev.reprise.api.Api;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The compiled classes of the API. */
final class ApiClasses {

  /** Has types of the same names, which are not those that the server writes. */
  private static final String CLIENT = "dev.reprise.client.";

  private final List<Class<?>> all;

  private ApiClasses(List<Class<?>> all) {
    this.all = all;
  }

  /** Loads them from the directory to which they were compiled. */
  static ApiClasses in(java.nio.file.Path directory) throws IOException {
    try (Stream<java.nio.file.Path> files = Files.walk(directory.resolve("dev/reprise"))) {
      return new ApiClasses(
          files
              .map(file -> directory.relativize(file).toString().replace('/', '.'))
              .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
              .filter(name -> !name.startsWith(CLIENT))
              .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
              .toList());
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiClasses.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the name that an annotation gives to the component of a type, if one does. */
  static Optional<String> givenName(Class<?> type) {
    return Optional.ofNullable(type.getAnnotation(Schema.class))
        .map(Schema::name)
        .filter(name -> !name.isEmpty());
  }

  /** Returns the classes whose methods carry out operations. */
  List<Class<?>> resources() {
    return all.stream().filter(it -> it.isAnnotationPresent(Path.class)).toList();
  }

  /**
   * Returns the class of this name; that of the API itself if other packages have one too.
   *
   * @return empty if there is none
   * @throws IllegalStateException if the name is ambiguous
   */
  Optional<Class<?>> named(String name) {
    List<Class<?>> found = all.stream().filter(it -> isNamed(it, name)).toList();
    if (found.size() <= 1) {
      return found.stream().findFirst();
    }
    List<Class<?>> own =
        found.stream()
            .filter(it -> it.getPackageName().startsWith(Api.class.getPackageName()))
            .toList();
    if (own.size() != 1) {
      throw new IllegalStateException("several classes are called %s: %s".formatted(name, found));
    }
    return own.stream().findFirst();
  }

  private static boolean isNamed(Class<?> type, String name) {
    return givenName(type).orElseGet(type::getSimpleName).equals(name);
  }
}
