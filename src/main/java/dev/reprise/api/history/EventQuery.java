package dev.reprise.api.history;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.history.EventFilter;
import dev.reprise.journal.EventType;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which events of a run a request asks for. */
public class EventQuery {

  private static final int MAX_TEXT = 200;

  @Parameter(
      description =
          "Pages only: the events with a value that contains this text, in upper or lower case",
      schema = @Schema(maxLength = MAX_TEXT))
  @QueryParam("q")
  @Nullable String text;

  @Parameter(description = "Pages only: the events of this type; of one of several, if repeated")
  @QueryParam("type")
  @Nullable List<String> types;

  @Parameter(
      description =
          "Pages only: the events about calls of this tool, and the replies that ask for one")
  @QueryParam("tool")
  @Nullable String tool;

  @Parameter(
      description =
          "Pages only: the events that say what went wrong: those with a failure, and those of a"
              + " loop, of a limit that is reached, of a phase that is skipped and of a model call"
              + " without an answer",
      schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
  @QueryParam("faults")
  @Nullable String faults;

  EventFilter filter() {
    return new EventFilter(
        text(),
        types == null ? Set.of() : types.stream().map(EventQuery::type).collect(Collectors.toSet()),
        Optional.ofNullable(tool),
        faults != null
            && QueryParameters.oneOf(
                    "faults", faults, List.of("true", "false"), Function.identity())
                .equals("true"));
  }

  private Optional<String> text() {
    if (text != null && (text.isBlank() || text.length() > MAX_TEXT)) {
      throw ProblemException.parameter(
          "q", "must have 1 to %d characters that are not all blank".formatted(MAX_TEXT));
    }
    return Optional.ofNullable(text);
  }

  private static String type(String word) {
    return QueryParameters.oneOf(
            "type", word, Arrays.asList(EventType.values()), EventType::typeName)
        .typeName();
  }
}
