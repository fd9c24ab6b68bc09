package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON form of messages in the record. In the samples, apostrophes replace quotation marks. */
class RecordJsonTest {

  private static final ToolCall CALL =
      new ToolCall(
          "c1", "put", new JsonValue("{\"x\":1}"), Optional.of(new JsonValue("{\"sig\":\"s\"}")));

  private final ObjectMapper mapper = RecordJson.mapper();

  @Property
  void anyMessageIsReadBackAsItWasWritten(@ForAll("messages") Message message)
      throws JsonProcessingException {
    String text = mapper.writeValueAsString(message);

    assertThat(mapper.readValue(text, Message.class)).isEqualTo(message);
    assertThat(text).doesNotContain("dev.reprise");
  }

  @Provide
  Arbitrary<Message> messages() {
    return GeneratedMessages.any();
  }

  @Test
  void writesRolesAndKindsAndNothingThatIsAbsent() throws JsonProcessingException {
    assertThat(written(new Message.User("hello")))
        .isEqualTo("{'role':'user','blocks':[{'kind':'text','text':'hello'}]}");
    assertThat(
            written(
                new Message.Assistant(
                    List.of(
                        new Block.Reasoning("hm", Optional.of(new JsonValue("\"sig\""))),
                        new Block.Text("so"),
                        new Block.Call(CALL),
                        new Block.Image("https://x/y.png", "image/png"),
                        new Block.Other("acme", new JsonValue("[1]"))),
                    Optional.of(new JsonValue("{\"id\":7}")))))
        .isEqualTo(
            """
            {'role':'assistant','blocks':[\
            {'kind':'reasoning','text':'hm','proof':'sig'},\
            {'kind':'text','text':'so'},\
            {'kind':'call','id':'c1','tool':'put','arguments':{'x':1},'metadata':{'sig':'s'}},\
            {'kind':'image','source':'https://x/y.png','mediaType':'image/png'},\
            {'kind':'other','provider':'acme','value':[1]}],'metadata':{'id':7}}\
            """);
    assertThat(written(new Message.ToolResult(call(), new ToolOutcome.Succeeded("done"))))
        .isEqualTo(
            """
            {'role':'tool','call':{'id':'c2','tool':'add','arguments':{}},\
            'outcome':{'kind':'succeeded','content':'done'}}\
            """);
    assertThat(written(new Message.ToolResult(call(), ToolOutcome.failed("no", "never"))))
        .endsWith("'outcome':{'kind':'failed','failure':{'code':'no','message':'never'}}}");
  }

  @Test
  void readsAKindThatFollowsTheOtherMembers() throws JsonProcessingException {
    String text =
        """
        {'blocks':[{'id':'c1','tool':'put','arguments':{'n':1.50,'kind':'text'},'kind':'call'}],
         'role':'assistant'}\
        """;

    assertThat(read(text))
        .isEqualTo(
            new Message.Assistant(
                "",
                List.of(
                    new ToolCall("c1", "put", new JsonValue("{\"n\":1.50,\"kind\":\"text\"}")))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'role':'wizard','blocks':[]}",
        "{'role':'dev.reprise.agent.message.Message$User','blocks':[{'kind':'text','text':''}]}",
        "{'blocks':[{'kind':'text','text':''}]}",
        "{'role':'user','blocks':[{'kind':'video','text':''}]}",
        "{'role':'user','blocks':[{'kind':'java.net.URL','text':''}]}",
        "{'role':'user','blocks':[{'text':''}]}",
        "{'role':'user','blocks':[{'kind':'text'}]}",
        "{'role':'user','blocks':[{'kind':'text','text':null}]}",
        "{'role':'user','blocks':[null]}",
        "{'role':'user'}",
        "{'role':'user','blocks':[{'kind':'text','text':'','@class':'x'}]}",
        "{'role':'user','blocks':[{'kind':'text','text':''}],'more':1}",
        "{'role':'user','blocks':[{'kind':'call','id':'c','tool':'t','arguments':{}}]}",
        "{'role':'user','blocks':[{'kind':'image','source':'data:image/png;base64,AA',"
            + "'mediaType':'image/png'}]}",
        "{'role':'assistant','blocks':[{'kind':'call','id':'c','tool':'t'}]}",
        "{'role':'tool','call':{'id':'c','tool':'t','arguments':{}},'outcome':{'kind':'maybe'}}",
      })
  void refusesWhatIsNotOfThisFormat(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void readsAMissingProofAndAJsonNullAlike() throws JsonProcessingException {
    assertThat(
            read(
                "{'role':'assistant','blocks':[{'kind':'reasoning','text':'','proof':null}],"
                    + "'metadata':null}"))
        .isEqualTo(new Message.Assistant(List.of(new Block.Reasoning("")), Optional.empty()));
  }

  private static ToolCall call() {
    return new ToolCall("c2", "add", JsonValue.EMPTY_OBJECT);
  }

  private String written(Message message) throws JsonProcessingException {
    return mapper.writeValueAsString(message).replace('"', '\'');
  }

  private Message read(String text) throws JsonProcessingException {
    return mapper.readValue(text.replace('\'', '"'), Message.class);
  }
}
