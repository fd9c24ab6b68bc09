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

/** Calls a model of LangChain4j on the caller's thread, with a whole or a streamed reply. */
sealed interface LangChainCalls {

  /**
   * Makes one call.
   *
   * @throws RuntimeException if there is no reply
   */
  ChatResponse ask(ChatRequest request, TokenListener tokens);

  /** Returns the reply in one piece. */
  record Whole(ChatModel model) implements LangChainCalls {
    @Override
    public ChatResponse ask(ChatRequest request, TokenListener tokens) {
      return model.chat(request);
    }
  }

  /** Streams the reply. */
  record Streamed(StreamingChatModel model) implements LangChainCalls {
    @Override
    public ChatResponse ask(ChatRequest request, TokenListener tokens) {
      var collected = new Collected(tokens);
      model.chat(
          request,
          collected); // returns when the stream has ended, because ProviderHttp uses no other
      // thread
      return collected.reply();
    }
  }

  /** Passes on the pieces of a stream and keeps its end. */
  final class Collected implements StreamingChatResponseHandler {

    private final TokenListener tokens;
    private @Nullable ChatResponse complete;
    private @Nullable Throwable failure;

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
      failure = cause;
    }

    /**
     * Returns the reply.
     *
     * @throws CompletionException if LangChain4j could not read it
     */
    ChatResponse reply() {
      if (failure != null) {
        throw new CompletionException(
            new FaultException(
                new Fault(
                    FailureClass.SERVER_ERROR, "the reply cannot be read: " + failure.getMessage()),
                failure));
      }
      if (complete == null) {
        throw new IllegalStateException("a stream that ended well must give a reply");
      }
      return complete;
    }
  }
}
