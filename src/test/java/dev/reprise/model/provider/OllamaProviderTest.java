package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.model.ModelException;
import dev.reprise.model.OllamaWire;
import dev.reprise.model.StubWire;
import dev.reprise.resilience.FailureClass;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers of the kind {@code ollama}. */
@ParameterizedClass(name = "streamed: {0}")
@ValueSource(booleans = {true, false})
class OllamaProviderTest extends ProviderContract {

  OllamaProviderTest(boolean streamed) {
    super(ProviderKind.OLLAMA, streamed, new OllamaWire(streamed));
  }

  @Override
  String placeOfSchema() {
    return "/format";
  }

  @Override
  StubWire inOnePiece() {
    return new OllamaWire(false);
  }

  @Override
  boolean isDetailed() {
    return false;
  }

  @Override
  boolean isObject() {
    return true;
  }

  @Override
  String prefix() {
    return "";
  }

  @Override
  String modelOptions() {
    return "{\"temperature\":0.5,\"contextLength\":8192,\"think\":true,\"maxOutputTokens\":9}";
  }

  @Test
  void sendsTheOptions() throws Exception {
    JsonNode told = told(new Message.User("hello"));

    assertThat(told.path("think").asBoolean()).isTrue();
    assertThat(told.path("options").path("temperature").asDouble()).isEqualTo(0.5);
    assertThat(told.path("options").path("num_ctx").asInt()).isEqualTo(8192);
    assertThat(told.path("options").path("num_predict").asInt()).isEqualTo(9);
  }

  @Test
  void fetchesNoImages() {
    var image = new Block.Image(stub.url("/image.png").toString(), "image/png");

    assertThatThrownBy(() -> ask(new Message.User(List.of(image), Optional.empty())))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.INVALID_REQUEST));
    assertThat(stub.requests()).isEmpty();
  }
}
