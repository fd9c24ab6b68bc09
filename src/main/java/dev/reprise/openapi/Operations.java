package dev.reprise.openapi;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The methods of the API's operations, by HTTP method and path. */
final class Operations {

  private static final List<Class<? extends Annotation>> NO_BODY =
      List.of(PathParam.class, QueryParam.class, HeaderParam.class, BeanParam.class, Context.class);

  private final Map<String, Method> methods = new HashMap<>();

  Operations(String base, List<Class<?>> resources) {
    for (Class<?> resource : resources) {
      for (Method method : resource.getDeclaredMethods()) {
        verb(method).ifPresent(verb -> methods.put(verb + " " + path(base, method), method));
      }
    }
  }

  private static Optional<String> verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(it -> it.annotationType().getAnnotation(HttpMethod.class))
        .flatMap(Stream::ofNullable)
        .map(HttpMethod::value)
        .findFirst();
  }

  private static String path(String base, Method method) {
    String path =
        Stream.of(method.getDeclaringClass(), method)
            .flatMap(it -> Optional.ofNullable(it.getAnnotation(Path.class)).stream())
            .map(Path::value)
            .filter(it -> !it.equals("/"))
            .collect(Collectors.joining("/", base + "/", ""));
    return path.replaceAll("\\{\\s*(\\w+)\\s*:[^}]*}", "{$1}");
  }

  private Method at(String verb, String path) {
    String key = verb.toUpperCase(Locale.ROOT) + " " + path;
    return Optional.ofNullable(methods.get(key))
        .orElseThrow(() -> new IllegalStateException("no method is annotated with " + key));
  }

  /** Returns whether the body of an operation may be absent. */
  boolean hasOptionalBody(String verb, String path) {
    return Arrays.stream(at(verb, path).getParameters())
        .filter(Operations::isBody)
        .anyMatch(it -> it.getAnnotatedType().isAnnotationPresent(Nullable.class));
  }

  private static boolean isBody(Parameter parameter) {
    return NO_BODY.stream().noneMatch(parameter::isAnnotationPresent);
  }

  /** Returns the lowest role that may call an operation. */
  String role(String verb, String path) {
    Method method = at(verb, path);
    return Optional.ofNullable(method.getAnnotation(RolesAllowed.class))
        .or(() -> Optional.ofNullable(method.getDeclaringClass().getAnnotation(RolesAllowed.class)))
        .map(roles -> String.join(", ", roles.value()))
        .orElseThrow(() -> new IllegalStateException("no role may call " + verb + " " + path));
  }
}
