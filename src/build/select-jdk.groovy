// The Liberty plugin starts the server on Maven's own JDK unless this property names another.
def jdk = session.container.lookup(org.apache.maven.toolchain.ToolchainManager)
        .getToolchainFromBuildContext('jdk', session)
project.properties['liberty.env.JAVA_HOME'] = new File(jdk.findTool('java')).toPath().parent.parent.toString()

// Arquillian looks for its server by name among all JVMs of this machine: two work copies must not share one.
project.properties['reprise.test.server'] = 'test-' + Integer.toHexString(project.basedir.path.hashCode())
