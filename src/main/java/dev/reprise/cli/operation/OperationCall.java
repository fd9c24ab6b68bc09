package dev.reprise.cli.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.operation.Parameter.Place;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.UsualFormat;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Makes a request of the arguments of a command, sends it, and prints the answer. Tested by {@code
 * OperationCommandsTest}.
 */
final class OperationCall implements Callable<Integer> {

  private static final String POST = "POST";

  private final OperationCommand command;
  private final Map<Parameter, ArgSpec> arguments = new LinkedHashMap<>();
  private final KeyOption key = new KeyOption();
  private final ServerOptions server;
  private final OutputOptions output;
  private final UsualFormat usual;

  OperationCall(
      OperationCommand command,
      List<Parameter> parameters,
      ServerOptions server,
      OutputOptions output,
      UsualFormat usual) {
    this.command = command;
    int position = 0;
    for (Parameter parameter : parameters) {
      arguments.put(parameter, parameter.spec(position));
      position += parameter.isOption() ? 0 : 1;
    }
    this.server = server;
    this.output = output;
    this.usual = usual;
  }

  /** Adds the description and the arguments to a command of picocli. */
  CommandSpec describe(CommandSpec spec) {
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage().description(command.description());
    for (ArgSpec argument : arguments.values()) {
      if (argument instanceof OptionSpec option) {
        spec.addOption(option);
      } else {
        spec.addPositional((PositionalParamSpec) argument);
      }
    }
    if (command.operations().anyMatch(it -> it.method().equals(POST))) {
      spec.addMixin("key", CommandSpec.forAnnotatedObject(key));
    }
    return spec;
  }

  @Override
  public Integer call() throws IOException, RepriseException, InterruptedException {
    Optional<OperationCommand.Variant> variant =
        command.variant().filter(it -> value(it.when()).isPresent());
    Operation operation = variant.map(it -> it.operation()).orElse(command.operation());
    Answer answer = variant.map(it -> it.answer()).orElse(command.answer());
    ApiRequest request = request(operation);
    try (var client = server.client()) {
      return print(client, request, answer).number();
    }
  }

  private ApiRequest request(Operation operation) throws IOException {
    Object[] path =
        operation.parameters().stream().map(it -> value(it).orElseThrow()).toArray(Object[]::new);
    ApiRequest request = ApiRequest.of(operation, path);
    ObjectNode body = ClientJson.object();
    for (Parameter parameter : arguments.keySet()) {
      Optional<Object> value = value(parameter);
      if (value.isEmpty()) {
        continue;
      }
      JsonNode json = parameter.kind().json(value.get());
      if (parameter.place() == Place.QUERY) {
        Stream<JsonNode> values = json.isArray() ? json.valueStream() : Stream.of(json);
        request = request.query(parameter.member(), values.map(JsonNode::asText).toList());
      } else if (parameter.place() == Place.TEXT) {
        request = request.body(new ApiRequest.Body(parameter.member(), json.asText()));
      } else if (parameter.place() == Place.BODY && parameter.member().isEmpty()) {
        body.setAll((ObjectNode) json);
      } else if (parameter.place() == Place.BODY) {
        body.set(parameter.member(), json);
      }
    }
    if (arguments.keySet().stream().anyMatch(it -> it.place() == Place.BODY)) {
      request = request.body(body);
    }
    return operation.method().equals(POST) ? request.key(key.key()) : request;
  }

  private ExitCode print(RepriseClient client, ApiRequest request, Answer answer)
      throws IOException, RepriseException, InterruptedException {
    switch (answer) {
      case Answer.Items items -> printAll(items, list(client, request, items));
      case Answer.Item(Columns columns, String at) ->
          printOne(columns, client.send(request).at(at));
      case Answer.Verdict(Columns columns, String success) -> {
        JsonNode item = client.send(request);
        printOne(columns, item);
        return item.path(success).asBoolean() ? ExitCode.OK : ExitCode.FAILURE;
      }
      case Answer.Secret(Columns columns, String secret, String remedy) -> {
        JsonNode item = client.send(request);
        printOne(columns, item);
        if (item.path(secret).isMissingNode()) {
          output
              .err()
              .println(
                  "The %s was shown to the first request with this key only; %s"
                      .formatted(secret, remedy));
        }
      }
      case Answer.Content() -> write(client, request);
      case Answer.Nothing() -> client.send(request);
    }
    return ExitCode.OK;
  }

  private List<JsonNode> list(RepriseClient client, ApiRequest request, Answer.Items items)
      throws RepriseException, InterruptedException {
    int limit = value("limit").map(it -> Math.toIntExact((Long) it)).orElse(Integer.MAX_VALUE);
    Optional<Integer> page =
        Optional.of(Math.clamp(limit, 1, Math.max(items.page(), 1))).filter(it -> items.page() > 0);
    return client.list(request.query("limit", page), limit, items.rows());
  }

  private void printAll(Answer.Items items, List<JsonNode> rows) {
    output.output(usual).all(titled(items.columns(), rows), rows);
  }

  private void printOne(Columns columns, JsonNode item) {
    output.output(usual).one(titled(columns, List.of(item)), item);
  }

  private static Columns titled(Columns columns, List<JsonNode> items) {
    return columns.columns().isEmpty() ? Columns.ofMembers(items) : columns;
  }

  private void write(RepriseClient client, ApiRequest request)
      throws IOException, RepriseException, InterruptedException {
    Optional<Object> file = value("file");
    if (file.isEmpty()) {
      client.download(request, System.out);
      System.out.flush();
      return;
    }
    try (OutputStream out = Files.newOutputStream(Path.of(file.get().toString()))) {
      client.download(request, out);
    }
  }

  /** Returns the value of the argument of a member, if it is given. */
  private Optional<Object> value(String member) {
    return arguments.keySet().stream()
        .filter(it -> it.member().equals(member))
        .findFirst()
        .flatMap(this::value);
  }

  private Optional<Object> value(Parameter parameter) {
    return Optional.ofNullable(arguments.get(parameter))
        .map(it -> parameter.kind().given(it.getValue()))
        .filter(parameter.kind()::isSent);
  }
}
