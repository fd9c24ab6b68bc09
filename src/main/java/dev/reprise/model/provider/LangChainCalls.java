package dev.reprise.model.provider;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.reprise.model.TokenListener;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks a model of LangChain4j, whole or piece by piece, on the caller's thread. */
sealed interface LangChainCalls {

  /**
   * Asks once.
   *
   * @throws RuntimeException if there is no reply
   */
  ChatResponse ask(ChatRequest request, TokenListener tokens);

  /** Gets the reply whole. */
  record Whole(ChatModel model) implements LangChainCalls {
    @Override
    public ChatResponse ask(ChatRequest request, TokenListener tokens) {
      return model.chat(request);
    }
  }

  /** Gets it piece by piece. */
  record Streamed(StreamingChatModel model) implements LangChainCalls {
    @Override
    public ChatResponse ask(ChatRequest request, TokenListener tokens) {
      var collected = new Collected(tokens);
      model.chat(request, collected); // returns at the end: ProviderHttp needs no other thread
      return collected.reply();
    }
  }

  /** Waits for the end of a stream, and passes on what comes before. */
  final class Collected implements StreamingChatResponseHandler {

    private final TokenListener tokens;
    private @Nullable ChatResponse complete;
    private @Nullable Throwable met;

    Collected(TokenListener tokens) {
      this.tokens = tokens;
    }

    @Override
    public void onPartialResponse(String more) {
      tokens.text(more);
    }

    @Override
    public void onPartialThinking(PartialThinking more) {
      tokens.reasoning(more.text());
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
      complete = response;
    }

    @Override
    public void onError(Throwable cause) {
      met = cause;
    }

    /**
     * Returns the reply.
     *
     * @throws CompletionException if it could not be understood
     */
    ChatResponse reply() {
      if (met != null) {
        throw new CompletionException(
            new FaultException(
                new Fault(
                    FailureClass.SERVER_ERROR,
                    "the reply cannot be understood: " + met.getMessage()),
                met));
      }
      if (complete == null) {
        throw new IllegalStateException("a stream that ended well gave no reply");
      }
      return complete;
    }
  }
}
