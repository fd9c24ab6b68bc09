// The Liberty plugin starts the server on Maven's own JDK unless this property names another. There is no toolchain if
// Maven's own JDK is new enough.
def toolchain = session.container.lookup(org.apache.maven.toolchain.ToolchainManager)
    .getToolchainFromBuildContext('jdk', session)
def home = toolchain ? new File(toolchain.findTool('java')).parentFile.parent : System.getProperty('java.home')
project.properties['liberty.env.JAVA_HOME'] = home

// Arquillian finds its server by name among all JVMs of this machine: two work copies must not share a name.
project.properties['reprise.test.server'] = 'test-' + Integer.toHexString(project.basedir.path.hashCode())
