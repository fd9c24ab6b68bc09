// Names a taken port, and what to change, before the server would start without it.
['reprise.http.port', 'reprise.https.port'].each { name ->
  def port = (session.userProperties[name] ?: project.properties[name]) as int
  try {
    new ServerSocket(port, 1, InetAddress.loopbackAddress).close()
  } catch (IOException taken) {
    throw new org.apache.maven.plugin.MojoFailureException(
        "Port ${port} is taken. Stop what listens there, or choose another: ./mvnw -D${name}=<free port>")
  }
}
