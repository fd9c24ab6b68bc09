package dev.reprise.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.Example;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java of the pages that is a part of a program compiles in one. */
class SnippetTest {

  @ParameterizedTest
  @CsvSource({
    "README.md, RetryPolicy.TRANSPORT, true",
    "resilience.md, client.forecast, true",
    "resilience.md, client::readRows, true",
    "cli.md, new Overseer(reprise), true",
    "baselines.md, submittedAndEnded, false",
  })
  void compiles(String page, String part, boolean isOfMethod, @TempDir Path directory) {
    String text = Example.of(page, part).text();
    String member = isOfMethod ? "void method() throws Exception {\n%s\n}\n".formatted(text) : text;
    var found = new DiagnosticCollector<JavaFileObject>();
    var compiler = ToolProvider.getSystemJavaCompiler();

    boolean done =
        compiler
            .getTask(
                null,
                null,
                found,
                List.of(
                    "-proc:none",
                    "-d",
                    directory.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                List.of(source(program(member))))
            .call();

    assertThat(found.getDiagnostics())
        .filteredOn(it -> it.getKind() == Diagnostic.Kind.ERROR)
        .isEmpty();
    assertThat(done).isTrue();
  }

  private static SimpleJavaFileObject source(String text) {
    return new SimpleJavaFileObject(
        URI.create("string:///Program.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean isLenient) {
        return text;
      }
    };
  }

  /** Returns a class with what the snippets leave to the reader. */
  private static String program(String member) {
    return """
      import static java.lang.System.Logger.Level.INFO;
      import com.fasterxml.jackson.databind.JsonNode;
      import dev.reprise.cli.baseline.Baselines;
      import dev.reprise.client.*;
      import dev.reprise.client.http.Connection;
      import dev.reprise.client.http.Credentials;
      import dev.reprise.example.Overseer;
      import dev.reprise.resilience.*;
      import java.net.URI;
      import java.nio.file.Path;
      import java.time.Clock;
      import java.util.List;
      import java.util.UUID;
      import java.util.function.Consumer;
      import org.junit.jupiter.api.Test;

      abstract class Program {
        static final System.Logger LOG = System.getLogger("program");
        URI server, address, place;
        String key, password;
        com.fasterxml.jackson.databind.node.ObjectNode input;
        List<String> rows;
        Service client;

        interface Forecast {}

        interface Service {
          String get(URI address) throws Exception;
          Forecast forecast(URI place) throws Exception;
          void readRows(Consumer<String> rows) throws Exception;
        }

        abstract UUID submittedAndEnded(String agent);

        %s
      }
      """
        .formatted(member);
  }
}
