package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.Block;
import org.junit.jupiter.api.Test;

class ImageReferenceTest {

  @Test
  void quotesNoLoginOfASourceThatIsRefused() {
    var image = new Block.Image("ftp://ana:secret@example.org/a.png", "image/png");

    assertThatThrownBy(() -> ImageReference.url(image))
        .hasMessageContaining("not 'ftp://…@example.org/a.png'");
  }
}
