package dev.reprise.crash;

import dev.reprise.server.ServerOptions;

/** The crash matrix on Derby. */
class CrashMatrixIT extends CrashMatrix {

  CrashMatrixIT() {
    super("matrix", ServerOptions.DEFAULT);
  }
}
