// Creates the server that Arquillian runs, as a copy of the one that liberty:create made for development.
import java.nio.file.Files

def servers = new File(project.build.directory, 'liberty/wlp/usr/servers')
def server = new File(servers, project.properties['reprise.test.server'])
def support = new File(project.build.directory, 'test-server')

// Start empty: files of an earlier build must not influence a test.
server.deleteDir()
new File(server, 'drivers').mkdirs()
['.', 'drivers'].each { folder ->
  new File(servers, "reprise/${folder}").eachFileMatch(groovy.io.FileType.FILES, ~/(?!.*\.jsa).*/) {
    Files.copy(it.toPath(), new File(server, "${folder}/${it.name}").toPath())
  }
}

// Arquillian deploys the application itself and adds these bindings; one definition serves both.
def application = new File(server, 'application.xml')
def bindings = (application.text =~ /(?s)<application-bnd>.*<\/application-bnd>/)[0]
new File(support, 'application-bnd.xml').text = bindings

// Arquillian deploys the application: the server's own definition of it must not be there beside that.
application.text = '<server/>\n'

def environment = new File(server, 'server.env')
def variables = new Properties()
environment.withReader { variables.load(it) }
variables.putAll([
    REPRISE_HTTP_PORT : project.properties['reprise.test.http.port'],
    REPRISE_HTTPS_PORT: project.properties['reprise.test.https.port'],
    REPRISE_DATABASE  : 'derby',
    REPRISE_RELOAD    : 'mbean',
    REPRISE_USERS     : new File(support, 'users.xml').path,
    keystore_password : new File(support, 'keystore.password').text])
environment.text = variables.collect { name, value -> "${name}=${value}\n" }.join()

// A quick start matters more than peak speed.
new File(server, 'jvm.options') << '-XX:TieredStopAtLevel=1\n'
