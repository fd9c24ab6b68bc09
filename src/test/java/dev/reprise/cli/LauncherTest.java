package dev.reprise.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** An older Java can load the class that says which Java the command line needs. */
class LauncherTest {

  private static final int JAVA_8 = 52;

  @Test
  void isForJava8() throws IOException {
    var compiled = requireNonNull(Launcher.class.getResourceAsStream("Launcher.class"));
    try (var file = new DataInputStream(compiled)) {
      file.skipNBytes(Integer.BYTES + Short.BYTES);

      assertThat(file.readUnsignedShort()).isEqualTo(JAVA_8);
    }
  }
}
