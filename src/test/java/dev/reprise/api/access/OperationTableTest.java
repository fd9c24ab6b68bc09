package dev.reprise.api.access;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Asker;
import dev.reprise.api.fixture.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of roles in {@code src/docs/access.md} says what the matrix of endpoints checks. {@code
 * ./mvnw -Pquick test -Dtest=OperationTableTest -Dreference.renew=true} renews it.
 */
class OperationTableTest {

  private static final Path DOCUMENT = Path.of("src/docs/access.md");
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- operations -->\n(.*?)<!-- end of operations -->");
  private static final int FORBIDDEN = 403;

  private static final List<Asker> ROLES =
      List.of(
          Asker.VIEWER,
          Asker.AUDITOR,
          Asker.SUBMITTER,
          Asker.APPROVER,
          Asker.OPERATOR,
          Asker.ADMIN);

  @Test
  void isThatOfTheMatrix() throws IOException {
    String text = Files.readString(DOCUMENT);
    String renewed = TABLE.matcher(text).replaceAll(Matcher.quoteReplacement(table()));
    if (Boolean.getBoolean("reference.renew")) {
      Files.writeString(DOCUMENT, renewed);
    } else {
      assertThat(text).isEqualTo(renewed);
    }
  }

  private static String table() {
    String head = row("operation", ROLES.stream().map(Asker::role));
    String rule = row("---", ROLES.stream().map(role -> "---"));
    String rows =
        Endpoint.all().stream()
            .map(it -> row("`" + it.operation() + "`", ROLES.stream().map(role -> mark(it, role))))
            .collect(joining());
    return "<!-- operations -->\n" + head + rule + rows + "<!-- end of operations -->";
  }

  private static String mark(Endpoint endpoint, Asker role) {
    return endpoint.statuses().get(List.of(Asker.values()).indexOf(role)) == FORBIDDEN ? "" : "✓";
  }

  private static String row(String first, Stream<String> cells) {
    return "| " + Stream.concat(Stream.of(first), cells).collect(joining(" | ")) + " |\n";
  }
}
