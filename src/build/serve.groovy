// Runs the development server until it ends or is stopped, and says where it is when it is ready.
import java.util.concurrent.TimeUnit
import org.apache.maven.plugin.MojoFailureException

def wlp = new File(project.build.directory, 'liberty/wlp')
def script = new File(wlp, System.getProperty('os.name').startsWith('Windows') ? 'bin/server.bat' : 'bin/server').path
def messages = new File(wlp, 'usr/servers/reprise/logs/messages.log')
def address = "http://localhost:${session.userProperties['reprise.http.port'] ?: project.properties['reprise.http.port']}"
def relative = { new File(System.getProperty('user.dir')).toPath().relativize(it.toPath()) }

def builder = new ProcessBuilder(script, 'run', 'reprise').inheritIO()
// What is less than a warning is in messages.log.
builder.environment()['WLP_LOGGING_CONSOLE_LOGLEVEL'] = 'WARNING'
// Here a quick start matters more than peak speed.
builder.environment()['JVM_ARGS'] = "-XX:TieredStopAtLevel=1 ${System.getenv('JVM_ARGS') ?: ''}".toString()

def answers = { path ->
  try {
    def connection = new URL(address + path).openConnection()
    connection.connectTimeout = 1_000
    connection.readTimeout = 5_000
    connection.responseCode == 200
  } catch (IOException notYet) {
    false
  }
}
// The page first: the server warns of each question about its readiness that comes before the application.
def isReady = { ['/console/', '/health/ready'].every(answers) }

def server = builder.start()
// Ctrl+C reaches the server, too, and any other signal only this JVM: it ends when the server has ended.
addShutdownHook {
  [server.toHandle(), *server.descendants().toList()]*.destroy()
  server.waitFor(1, TimeUnit.MINUTES)
}
while (!isReady()) {
  if (server.waitFor(500, TimeUnit.MILLISECONDS)) {
    throw new MojoFailureException("The server ended before it was ready: see ${relative(messages)}")
  }
}
println """
Reprise is ready, on this machine only.
  console   ${address}/console/
  API       ${address}/api/v1
  users     ${relative(new File(project.build.directory, 'development/credentials.properties'))}
  log       ${relative(messages)}
Ctrl+C stops it.
"""
if (server.waitFor() != 0) {
  throw new MojoFailureException("The server ended: see ${relative(messages)}")
}
