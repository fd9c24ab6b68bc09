package dev.reprise.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The program that each engine runs before its script. The first script compiles it once for all.
 */
final class ScriptPrelude {

  private static final String RESOURCE = "/sandbox/guest.js";

  private final String source = source();
  private volatile byte @Nullable [] compiled;

  byte[] compiledBy(QuickJsEngine engine) {
    byte[] known = compiled;
    if (known == null) {
      known = engine.compile(source); // two threads may do so at once, with the same result
      compiled = known;
    }
    return known;
  }

  private static String source() {
    try (InputStream in = ScriptPrelude.class.getResourceAsStream(RESOURCE)) {
      return new String(Objects.requireNonNull(in, RESOURCE).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
