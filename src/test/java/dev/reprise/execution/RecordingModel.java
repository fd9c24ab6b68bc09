package dev.reprise.execution;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the requests to a model, by default to the scripted one. */
public final class RecordingModel implements ChatModel {

  private final ChatModel model;
  private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();

  public RecordingModel() {
    this(new SummarisingNowAndThen());
  }

  RecordingModel(ChatModel model) {
    this.model = model;
  }

  /** Returns the requests, oldest first. */
  public List<ModelRequest> requests() {
    return List.copyOf(requests);
  }

  @Override
  public String provider() {
    return model.provider();
  }

  @Override
  public void check(ModelOptions options) {
    model.check(options);
  }

  @Override
  public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
    requests.add(request);
    return model.reply(request);
  }

  /** At the end of a text, the reply was cut off. */
  public static final String CUT_OFF = "(cut off)";

  /** At the end of a text, the provider paused the reply. */
  public static final String PAUSED = "(paused)";

  private static ModelReply marked(ModelReply reply) {
    String text = reply.text();
    Optional<Incomplete> incomplete =
        text.endsWith(CUT_OFF)
            ? Optional.of(Incomplete.CUT_OFF)
            : Optional.of(Incomplete.PAUSED).filter(paused -> text.endsWith(PAUSED));
    return new ModelReply(reply.blocks(), reply.usage(), reply.metadata(), incomplete);
  }

  /** The scripted model, which gives no summary after odd iterations. */
  private static final class SummarisingNowAndThen extends ScriptedModel {
    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      if (request.purpose() == ModelRequest.Purpose.SUMMARY && request.iteration() % 2 == 1) {
        var why = new Failure("no_summary", "as the test requested");
        throw new ModelException(why, new Fault(FailureClass.UNKNOWN, why.message()));
      }
      return marked(super.reply(request));
    }
  }
}
