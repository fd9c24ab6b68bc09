package dev.reprise.model.provider;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.Optional;

/**
 * A remote provider that is called over HTTP. It makes one call; the caller decides whether to
 * retry.
 */
public final class HttpChatModel implements ChatModel {

  private final String name;
  private final ProviderKind kind;
  private final Dialect dialect;

  public HttpChatModel(ProviderSettings settings, Dialect dialect) {
    this.name = settings.name();
    this.kind = settings.kind();
    this.dialect = dialect;
  }

  @Override
  public String provider() {
    return name;
  }

  @Override
  public boolean hasSeveral() {
    return true;
  }

  @Override
  public String telemetryName() {
    return kind.configName();
  }

  @Override
  public void check(ModelOptions options) {
    var reader = new OptionReader(Json.read(options.options().text()));
    dialect.check(reader);
    reader.refuseUnknown();
  }

  @Override
  public Optional<String> refusalOf(JsonValue schema) {
    return dialect.refusalOf(Json.read(schema.text()));
  }

  @Override
  public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
    return reply(request, TokenListener.NONE);
  }

  @Override
  public ModelReply reply(ModelRequest request, TokenListener tokens)
      throws ModelException, InterruptedException {
    try {
      var options = new OptionReader(Json.read(request.model().options().text()));
      dialect.check(options);
      options.refuseUnknown();
      return dialect.ask(request, options, tokens);
    } catch (
        InvalidModelOptionsException e) { // from an agent for an earlier version of this server
      throw new ModelException(
          new Fault(FailureClass.INVALID_REQUEST, "model: " + e.getMessage()), e);
    } catch (FaultException e) {
      if (e.fault().kind() == FailureClass.CANCELLED && Thread.interrupted()) {
        throw new InterruptedException("the call of model provider " + name + " was cancelled");
      }
      Fault fault = ProviderErrors.namingTheTool(e.fault(), request.tools());
      throw e instanceof AnsweredFaultException
          ? ModelException.answered(fault, e)
          : new ModelException(fault, e);
    }
  }
}
