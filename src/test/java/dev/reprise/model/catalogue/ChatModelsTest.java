package dev.reprise.model.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.model.script.ScriptedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChatModelsTest {

  @Test
  void findsAProviderByItsName() {
    var scripted = new ScriptedModel();
    var models = new ChatModels(List.of(scripted));

    assertThat(models.find("scripted")).contains(scripted);
    assertThat(models.find("other")).isEmpty();
    assertThat(models.names()).containsExactly("scripted");
  }

  @Test
  void refusesTwoOfTheSameName() {
    assertThatThrownBy(() -> new ChatModels(List.of(new ScriptedModel(), new ScriptedModel())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'scripted'");
  }
}
