// Creates the server that Arquillian runs, as a copy of the one that liberty:create made for development.
import java.nio.file.Files

def servers = new File(project.build.directory, 'liberty/wlp/usr/servers')
def server = new File(servers, project.properties['reprise.test.server'])
def support = new File(project.build.directory, 'test-server')

// Start empty: files of an earlier build must not influence a test.
server.deleteDir()
new File(server, 'drivers').mkdirs()
['.', 'drivers'].each { folder ->
  new File(servers, "reprise/${folder}").eachFile(groovy.io.FileType.FILES) {
    Files.copy(it.toPath(), new File(server, "${folder}/${it.name}").toPath())
  }
}

// Arquillian deploys the application itself and adds these bindings; one definition serves both.
def application = new File(server, 'application.xml')
def bindings = (application.text =~ /(?s)<application-bnd>.*<\/application-bnd>/)[0]
new File(support, 'application-bnd.xml').text = bindings

// What the tests' runs work with: agents of their own, a workspace, a tool for runs of admins alone, and a tenant
// after the @ of a user's name. Some things are for one tenant only.
def workspace = new File(support, 'workspace')
def files = { tenant ->
  def directory = new File(support, "files-of-${tenant}")
  directory.mkdirs()
  directory
}
new File(workspace, 'sub').mkdirs()
def mcpServers = new File(support, 'mcp-servers.yaml')
mcpServers.text = '- {name: beta_tools, tenants: [beta], transport: stdio, command: [/there/is/none]}\n'

// Records are sealed, because only sealed ones can be imported. Tests read the key to forge records as its owner could.
def key = new byte[32]
new java.security.SecureRandom().nextBytes(key)
def sealKeys = new File(support, 'seal.keys')
sealKeys.text = "test=${Base64.encoder.encodeToString(key)}\n"

def policy = new File(support, 'tools.yaml')
policy.text = '- {name: append_file, roles: [admin]}\n'
application.text = """\
<server>
  <variable name="reprise.agents.dir" value="${project.basedir}/src/test/agents"/>
  <variable name="reprise.workspaces" value="test=${workspace},acme-files=${files('acme')},beta-files=${files('beta')}"/>
  <variable name="reprise.workspaces.test.tenants" value="*"/>
  <variable name="reprise.workspaces.acme-files.tenants" value="acme"/>
  <variable name="reprise.workspaces.beta-files.tenants" value="beta"/>
  <variable name="reprise.sql.sources" value="beta-books"/>
  <variable name="reprise.sql.source.beta-books.jndi" value="jdbc/beta-books"/>
  <variable name="reprise.sql.source.beta-books.tenants" value="beta"/>
  <variable name="reprise.mcp.servers-file" value="${mcpServers}"/>
  <variable name="reprise.tools.policy-file" value="${policy}"/>
  <variable name="reprise.tenant.pattern" value="[^@]+@(.+)|admin|operator|viewer"/>
  <variable name="reprise.streams.max" value="20"/>
  <variable name="reprise.streams.max-of-tenant" value="15"/>
  <variable name="reprise.seal.key-file" value="${sealKeys}"/>
  <variable name="reprise.record.unsealed" value="accept"/>
</server>
"""

def environment = new File(server, 'server.env')
def variables = new Properties()
environment.withReader { variables.load(it) }
variables.putAll([
    REPRISE_HTTP_PORT : project.properties['reprise.test.http.port'],
    REPRISE_HTTPS_PORT: project.properties['reprise.test.https.port'],
    REPRISE_DATABASE  : 'derby',
    REPRISE_RELOAD    : 'mbean',
    REPRISE_USERS     : new File(support, 'users.xml').path])
environment.text = variables.collect { name, value -> "${name}=${value}\n" }.join()

// A quick start matters more than peak speed.
new File(server, 'jvm.options') << '-XX:TieredStopAtLevel=1\n'
