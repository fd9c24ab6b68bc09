package dev.reprise.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this program, which its jar names. */
final class ProgramVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = ProgramVersion.class.getPackage().getImplementationVersion();
    return new String[] {"reprise " + Objects.requireNonNullElse(version, "development")};
  }
}
