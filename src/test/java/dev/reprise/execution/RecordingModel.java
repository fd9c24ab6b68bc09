package dev.reprise.execution;

import dev.reprise.agent.message.Failure;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.util.List;
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

  /** The scripted model, which gives no summary after odd iterations. */
  private static final class SummarisingNowAndThen extends ScriptedModel {
    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      if (request.purpose() == ModelRequest.Purpose.SUMMARY && request.iteration() % 2 == 1) {
        var why = new Failure("no_summary", "as the test requested");
        throw new ModelException(why, new Fault(FailureClass.UNKNOWN, why.message()));
      }
      return super.reply(request);
    }
  }
}
