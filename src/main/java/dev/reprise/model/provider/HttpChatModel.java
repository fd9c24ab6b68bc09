package dev.reprise.model.provider;

import dev.langchain4j.exception.LangChain4jException;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.Causes;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.Optional;

/**
 * A remote provider that is called over HTTP. It makes one call; the caller decides whether to
 * retry.
 */
public final class HttpChatModel implements ChatModel {

  private final String name;
  private final Dialect dialect;

  public HttpChatModel(ProviderSettings settings, Clock clock) {
    name = settings.name();
    dialect =
        switch (settings.kind()) {
          case OPENAI -> new OpenAiDialect(settings, clock);
          case ANTHROPIC -> new AnthropicDialect(settings, clock);
          case OLLAMA -> new OllamaDialect(settings, clock);
        };
  }

  @Override
  public String provider() {
    return name;
  }

  @Override
  public void check(ModelOptions options) {
    var reader = new OptionReader(Json.read(options.options().text()));
    dialect.check(reader);
    reader.refuseUnknown();
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
      throw new ModelException(e.fault(), e);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  private ModelException failed(RuntimeException e) throws InterruptedException {
    Optional<Fault> known = faultIn(e);
    if (known.isPresent() && known.get().kind() == FailureClass.CANCELLED && Thread.interrupted()) {
      throw new InterruptedException("the call of model provider %s was cancelled".formatted(name));
    }
    if (known.isPresent()) {
      return new ModelException(known.get(), e);
    }
    if (e instanceof LangChain4jException) {
      return new ModelException(
          new Fault(
              FailureClass.SERVER_ERROR,
              "the reply of model provider '%s' cannot be read: %s"
                  .formatted(name, e.getMessage())),
          e);
    }
    throw e; // a defect of this server
  }

  private static Optional<Fault> faultIn(RuntimeException e) {
    return Causes.first(e, FaultException.class).map(FaultException::fault);
  }
}
