package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;

/**
 * Chat completions without a connection, as a batch has them: LangChain4j's model, which also makes
 * single calls, writes requests to memory and reads replies from there.
 */
final class OpenAiBatchWire {

  private static final String ANY_REPLY =
      """
      {"choices": [{"index": 0, "finish_reason": "stop",
                    "message": {"role": "assistant", "content": "-"}}]}""";

  private static final ChatRequest ANY_REQUEST =
      ChatRequest.builder().messages(UserMessage.from("-")).modelName("-").build();

  private final ProviderSettings settings;

  OpenAiBatchWire(ProviderSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the body of a request.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  ObjectNode request(ModelRequest request, OptionReader options) throws FaultException {
    var memory = new Memory(ANY_REPLY);
    OpenAiDialect.whole(settings, memory)
        .chat(OpenAiDialect.request(settings.name(), request, options));
    return (ObjectNode) Json.read(memory.request);
  }

  /**
   * Reads the body of a reply.
   *
   * @throws FaultException if the provider refused or a filter stopped the reply
   * @throws IllegalArgumentException if it is no reply
   */
  ModelReply reply(JsonNode body) throws FaultException {
    var fault = ProviderErrors.within(settings.name(), body);
    if (fault.isPresent()) {
      throw new FaultException(fault.get());
    }
    if (!OpenAiDialect.isReply(body)) {
      throw new IllegalArgumentException("not a chat completion");
    }
    try {
      return LangChainReply.of(
          settings.name(),
          OpenAiDialect.whole(settings, new Memory(Json.write(body))).chat(ANY_REQUEST));
    } catch (LangChain4jException e) {
      throw new IllegalArgumentException("not readable: " + e.getMessage(), e);
    }
  }

  /** The connection of one call. */
  private static final class Memory implements HttpClient {

    private final String reply;
    private String request = "";

    private Memory(String reply) {
      this.reply = reply;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest call) {
      request = call.body();
      return SuccessfulHttpResponse.builder().statusCode(200).body(reply).build();
    }

    @Override
    public void execute(
        HttpRequest call, ServerSentEventParser parser, ServerSentEventListener listener) {
      throw new UnsupportedOperationException("batches do not stream");
    }
  }
}
