package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which schemas are sent to providers in their own form, and why others are not. */
class StructuredOutputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'type':'string'} | |",
        "{'type':['string','null'],'description':'x'} | |",
        "{'type':'array','items':{'type':'integer'}} | |",
        "{'anyOf':[{'type':'string'},{'$ref':'#'}]} | |",
        "{'enum':['minLength']} | |",
        "{'type':'number','minimum':0} | | /properties/a/minimum is not supported",
        "{'type':'string','minLength':1} | /properties/a/minLength is not supported | /properties/a/minLength is not supported",
        "{'oneOf':[{'type':'string'}]} | /properties/a/oneOf is not supported | /properties/a/oneOf is not supported",
        "{'type':'object'} | /properties/a/additionalProperties must be false | /properties/a/additionalProperties must be false",
        "{'type':'array','items':{'type':'object'}} | /properties/a/items/additionalProperties must be false | /properties/a/items/additionalProperties must be false",
        "true | /properties/a must be an object | /properties/a must be an object",
        "{'type':'object','additionalProperties':false,'properties':{'b':{}}} | /properties/a/required must have 'b' |"
      })
  void saysWhyASchemaIsNotSent(String member, String byOpenAi, String byAnthropic) {
    var schema =
        Json.read(
            "{'type':'object','additionalProperties':false,'required':['a'],'properties':{'a':%s}}"
                .formatted(member)
                .replace('\'', '"'));

    assertThat(SchemaSubset.OPENAI.refusalOf(schema).orElse(null)).isEqualTo(byOpenAi);
    assertThat(SchemaSubset.ANTHROPIC.refusalOf(schema).orElse(null)).isEqualTo(byAnthropic);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{\"type\":\"array\"}", "{}", "{\"enum\":[1]}"})
  void anAnswerThatIsNoObjectIsOnlyChecked(String schema) {
    for (SchemaSubset subset : SchemaSubset.values()) {
      assertThat(subset.refusalOf(Json.read(schema))).contains("the whole must be of type object");
    }
  }
}
