package dev.reprise.cli;

import dev.reprise.platform.PlainText;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says on standard error what is wrong with a command, and where the command is described. The
 * description itself would push that line off the screen.
 */
final class UsageErrorHandler implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        PlainText.of(String.valueOf(wrong.getMessage()).replace("option option", "option")));
    UnmatchedArgumentException.printSuggestions(wrong, err);
    err.printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }
}
